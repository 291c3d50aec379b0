// The part of libvips that Swift calls.
//
// libvips takes its options as variadic arguments, which Swift cannot pass, and its header brings in
// all of GLib. Only the C file includes it; Swift sees an opaque image and plain functions.
//
// A function that makes an image returns a new reference, or NULL on failure; one that returns int
// gives 0 for success. After a failure the message waits in `errands_vips_take_error`.

#ifndef ERRANDS_CVIPS_SHIM_H
#define ERRANDS_CVIPS_SHIM_H

#include <stdbool.h>
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
  ERRANDS_FORMAT_AVIF,
  ERRANDS_FORMAT_HEIC,
  ERRANDS_FORMAT_JXL,
} errands_format;

typedef struct errands_header {
  int32_t width;
  int32_t height;
  int32_t frames;
} errands_header;

// Process

/// Starts the library: one thread per computation, no operation cache, untrusted loaders blocked, and of
/// those only the ones for SVG and JPEG XL in memory opened again.
int errands_vips_start(void);
/// Whether this version of libvips ends its idle worker threads, which it does only where it does so safely.
bool errands_vips_lets_workers_go(void);
/// Frees what the library keeps for the calling thread; called before a thread ends.
void errands_vips_end_thread(void);
/// Gives memory that is free back to the system, where the C library keeps it for each thread.
void errands_return_memory(void);
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
/// Another image of the same pixels and of no resolution, which can be killed without harm to the first.
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

// Filters. All take and give eight bits in sRGB, with or without an alpha band, and say where they need one.

/// A part of an image.
errands_image *errands_vips_cut(
  errands_image *image, int32_t left, int32_t top, int32_t width, int32_t height);
/// Turned and mirrored as the image's orientation asks. The image must be in memory.
errands_image *errands_vips_upright(errands_image *image);
/// Whether it has three bands of eight bits, so that it can be scaled before its colours are converted.
int errands_vips_is_plain(errands_image *image);
/// Three or four bands of eight bits in sRGB, by the image's own profile where it has a sound one.
errands_image *errands_vips_srgb(errands_image *image);
int errands_vips_has_eight_bits(errands_image *image);
/// Whether it is of eight bits in RGB, with a colour profile of its own.
int errands_vips_has_rgb_profile(errands_image *image);
/// The pixels without any metadata, or with none but the colour profile.
errands_image *errands_vips_bare(errands_image *image, int keeps_profile);
/// Colours times transparency, and back to eight bits: what mixes pixels must do it in between, or the
/// colour of pixels that cannot be seen shines through.
errands_image *errands_vips_premultiplied(errands_image *image);
errands_image *errands_vips_unpremultiplied(errands_image *image);
/// Scaled to exactly this size, whatever its shape, by a Lanczos filter of so many lobes: 3, or 2 for one that takes
/// two thirds of the pixels into account.
errands_image *errands_vips_scale(errands_image *image, int32_t width, int32_t height, int32_t lobes);
/// Each of the three colours as a sum of all three; `rows` are nine factors, three for each new colour.
errands_image *errands_vips_recombine(errands_image *image, const double *rows);
errands_image *errands_vips_blur(errands_image *image, double sigma);
/// Rounded to eight bits: a plain cast would cut the fraction off and darken by one.
errands_image *errands_vips_rounded(errands_image *image);
/// Each colour times a factor, and an offset added; the alpha band stays.
errands_image *errands_vips_linear(errands_image *image, double factor, double offset);
/// An unsharp mask of the lightness.
errands_image *errands_vips_sharpen(errands_image *image, double sigma);
/// The part of this size that draws the eye. The image must be in memory.
errands_image *errands_vips_attention(errands_image *image, int32_t width, int32_t height);
/// Squares of so many pixels, each in its middle colour; those at the right and bottom edges are cut.
errands_image *errands_vips_pixelate(errands_image *image, int32_t block);
errands_image *errands_vips_last_band(errands_image *image);
/// An image with an alpha band, as opaque as before where the mask of one band is white.
errands_image *errands_vips_masked(errands_image *image, errands_image *mask);
/// An image with four bands, less opaque by a factor from 0 to 1.
errands_image *errands_vips_faded(errands_image *image, double opacity);
/// An image of four bands laid over another one.
errands_image *errands_vips_over(errands_image *base, errands_image *top, int32_t left, int32_t down);
/// A text in one colour of four bands, 0 to 255 each, by Pango's markup and the name of a font.
errands_image *errands_vips_text(const char *markup, const char *font, const double *colour);
/// An image of a copy of these pixels, rows from top to bottom without gaps.
errands_image *errands_vips_from_pixels(
  const void *pixels, size_t length, int32_t width, int32_t height, int32_t bands);
/// A copy of all pixels in rows without gaps, to be freed with `errands_vips_free`.
void *errands_vips_to_pixels(errands_image *image, size_t *length);

// Formats

/// Whether the library that is installed reads or writes a format.
int errands_vips_can_read(errands_format format);
int errands_vips_can_write(errands_format format);
/// Whether the decoder holds the whole image before it gives the first line: a JPEG of several scans, a PNG
/// that is interlaced.
int errands_vips_is_whole(errands_image *image);
/// A lazy image of the first frame, or of all with `frames` -1, whose decoder fails on bytes that are
/// missing and reads from top to bottom only. `shrink` is 1, or how much smaller the decoder of a JPEG
/// (2, 4 or 8) or WebP makes it on the way. The bytes are not copied and must outlive it.
/// `is_beginning` says that bytes are missing and it shall not fail on that.
errands_image *errands_vips_open(
  errands_format format, const void *bytes, size_t length, int32_t frames, double shrink, int is_beginning);
/// What the header says, without decoding pixels.
int errands_vips_read_header(
  errands_format format, const void *bytes, size_t length, errands_header *header);
/// Encodes without metadata but for a colour profile. `grade` is the quality of JPEG, WebP, AVIF and JPEG XL,
/// 1 to 100, and the bits of a pixel of GIF, 1 to 8 with 0 for as many as there are. `progressive`
/// is for JPEG. `*bytes` is to be freed with `errands_vips_free`.
int errands_vips_encode(
  errands_image *image, errands_format format, int32_t grade, int progressive, void **bytes,
  size_t *length);

#endif
