/* The version of starport and the linkage of its functions. The public headers are C17; programs in
 * C++ can include them. */
#ifndef STARPORT_API_H
#define STARPORT_API_H

/* The version, which the Makefile reads here. MAJOR is also the number of the shared library,
 * libstarport.so.MAJOR; while it is 0, each MINOR may change the interface. */
#define STARPORT_VERSION_MAJOR 0
#define STARPORT_VERSION_MINOR 1
#define STARPORT_VERSION_PATCH 0

/* The same as a string: "0.1.0". */
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
