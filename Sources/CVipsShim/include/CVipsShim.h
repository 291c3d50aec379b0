// The part of libvips that Swift calls.
//
// libvips takes its options as variadic arguments, which Swift cannot pass, and its header brings in
// all of GLib. Only the C file includes it; Swift sees an opaque image and plain functions.
//
// A function that makes an image returns a new reference, or NULL on failure; one that returns int
// gives 0 for success. After a failure the message waits in `errands_vips_take_error`.

#ifndef ERRANDS_CVIPS_SHIM_H
#define ERRANDS_CVIPS_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef struct _VipsImage errands_image;

/// The formats that are read and written; each is passed to the loader or saver of its own name, so that
/// no bytes can choose another one.
typedef enum errands_format {
  ERRANDS_FORMAT_JPEG,
  ERRANDS_FORMAT_PNG,
  ERRANDS_FORMAT_WEBP,
  ERRANDS_FORMAT_GIF,
} errands_format;

typedef struct errands_header {
  int32_t width;
  int32_t height;
  int32_t frames;
} errands_header;

// Process

/// Starts the library: one thread per computation, no operation cache, untrusted loaders blocked, and of
/// those only the one for SVG in memory opened again.
int errands_vips_start(void);
/// Frees what the library keeps for the calling thread; called before a thread ends.
void errands_vips_end_thread(void);
/// The message of the process-wide error buffer, which is emptied; to be freed with `errands_vips_free`.
char *errands_vips_take_error(void);
/// Frees a message or an encoded buffer.
void errands_vips_free(void *memory);
/// Bytes of pixel memory in use.
size_t errands_vips_tracked_memory(void);

// Images

void errands_vips_release(errands_image *image);
int32_t errands_vips_width(errands_image *image);
int32_t errands_vips_height(errands_image *image);
int32_t errands_vips_bands(errands_image *image);
/// The height of one frame; that of the image where it is a still one.
int32_t errands_vips_page_height(errands_image *image);
int32_t errands_vips_frames(errands_image *image);
/// From 1, upright, to 8 (Exif 2.32, section 4.6.4, Orientation).
int32_t errands_vips_orientation(errands_image *image);
/// The milliseconds of each frame, which belong to the image; returns how many, 0 where there are none.
int32_t errands_vips_delays(errands_image *image, const int32_t **delays);
/// How often it plays, 0 for without end.
int32_t errands_vips_loop(errands_image *image);
/// Stops a computation of this image, on whichever thread it runs.
void errands_vips_kill(errands_image *image);

/// A lazy image of an SVG text, `scale` times its own size. The text is not copied and must outlive it.
errands_image *errands_vips_load_svg(const void *text, size_t length, double scale);
/// The middle of an image, cut or continued at its edges to exactly this size.
errands_image *errands_vips_centre(errands_image *image, int32_t width, int32_t height);
/// Another image of the same pixels, which can be killed without harm to the first.
errands_image *errands_vips_view(errands_image *image);
/// The colours without the transparency, which is dropped without blending.
errands_image *errands_vips_without_alpha(errands_image *image);
/// The image with an opaque alpha band added.
errands_image *errands_vips_with_alpha(errands_image *image);
/// The image laid on white.
errands_image *errands_vips_on_white(errands_image *image);
/// Computes an image into memory.
errands_image *errands_vips_compute(errands_image *image);
/// A lazy image of frames of one size and number of bands, one below the other, as the savers of formats
/// that move take it. `delays` are milliseconds; it plays `loop` times, 0 for without end.
errands_image *errands_vips_animation(
  errands_image *const *frames, const int32_t *delays, int32_t count, int32_t loop);
/// The smallest value of the last band, by which an opaque image is known.
int errands_vips_least_alpha(errands_image *image, double *least);


/// A part of an image.
errands_image *errands_vips_cut(
  errands_image *image, int32_t left, int32_t top, int32_t width, int32_t height);
/// Turned and mirrored as the image's orientation asks. The image must be in memory.
errands_image *errands_vips_upright(errands_image *image);
/// Whether it has three bands of eight bits, so that it can be scaled before its colours are converted.
int errands_vips_is_plain(errands_image *image);
/// Three or four bands of eight bits in sRGB, by the image's own profile where it has a sound one.
errands_image *errands_vips_srgb(errands_image *image);
/// The pixels without any metadata.
errands_image *errands_vips_bare(errands_image *image);
/// Colours times transparency, and back to eight bits: what mixes pixels must do it in between, or the
/// colour of pixels that cannot be seen shines through.
errands_image *errands_vips_premultiplied(errands_image *image);
errands_image *errands_vips_unpremultiplied(errands_image *image);
/// Scaled to exactly this size, whatever its shape.
errands_image *errands_vips_scale(errands_image *image, int32_t width, int32_t height);
/// Each of the three colours as a sum of all three; `rows` are nine factors, three for each new colour.
errands_image *errands_vips_recombine(errands_image *image, const double *rows);
errands_image *errands_vips_blur(errands_image *image, double sigma);

// Formats

/// A lazy image of the first frame, or of all with `frames` -1, whose decoder fails on bytes that are
/// missing and reads from top to bottom only. `shrink` is 1, or how much smaller the decoder of a JPEG
/// (2, 4 or 8) or WebP makes it on the way. The bytes are not copied and must outlive it.
errands_image *errands_vips_open(
  errands_format format, const void *bytes, size_t length, int32_t frames, double shrink);
/// What the header says, without decoding pixels.
int errands_vips_read_header(
  errands_format format, const void *bytes, size_t length, errands_header *header);
/// Encodes without metadata. `grade` is the quality of JPEG and WebP, 1 to 100, and the bits of a pixel of
/// GIF, 1 to 8 with 0 for as many as there are. `*bytes` is to be freed with `errands_vips_free`.
int errands_vips_encode(
  errands_image *image, errands_format format, int32_t grade, void **bytes, size_t *length);

#endif
