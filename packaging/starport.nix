# starport as a Nix package: `nix-build packaging/starport.nix --arg qsopt-ex ..`.
# Tried: parsed by nix-instantiate. Not tried: evaluated or built, since there was no nixpkgs.
# qsopt-ex is libqsopt_ex built with GMP, a package of your own.
{ pkgs ? import <nixpkgs> { }, qsopt-ex }:

pkgs.stdenv.mkDerivation {
  pname = "starport";
  version = "0.2.0";
  src = ../.;
  nativeBuildInputs = [ pkgs.pkg-config ];
  buildInputs = with pkgs; [ simgrid libxml2 cairo jansson gsl glpk qsopt-ex gmp sqlite nettle random123 ];
  postPatch = "patchShebangs scripts";
  makeFlags = [ "PREFIX=$(out)" ];
  enableParallelBuilding = true;
  meta = {
    description = "Simulator and laboratory of master-worker scheduling on star platforms";
    license = pkgs.lib.licenses.gpl3Plus;
    mainProgram = "starport";
  };
}
