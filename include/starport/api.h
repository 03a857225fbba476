/* The version of starport, the number of its binary interface and the linkage of its functions. The
 * public headers are C17; programs in C++ can include them. */
#ifndef STARPORT_API_H
#define STARPORT_API_H

/* The version, which the Makefile reads here. */
#define STARPORT_VERSION_MAJOR 0
#define STARPORT_VERSION_MINOR 2
#define STARPORT_VERSION_PATCH 0

/* The number of the binary interface: of the functions, structs and enumerations of these headers.
 * The shared library is libstarport.so.SP_ABI, and a plug-in of another number is refused.
 * CONTRIBUTING.md says when it changes. */
#define SP_ABI 2

/* The version as a string: "0.2.0". */
#define STARPORT_VERSION \
  SP_VERSION_TEXT(STARPORT_VERSION_MAJOR, STARPORT_VERSION_MINOR, STARPORT_VERSION_PATCH)
#define SP_VERSION_TEXT(major, minor, patch)   SP_VERSION_JOINED(major, minor, patch)
#define SP_VERSION_JOINED(major, minor, patch) #major "." #minor "." #patch

#ifdef __cplusplus
#define SP_BEGIN_DECLS extern "C" {
#define SP_END_DECLS   }
#else
#define SP_BEGIN_DECLS
#define SP_END_DECLS
#endif

#endif
