#include "CVipsShim.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <vips/vips.h>

// Process

/// Damaged bytes would fill the terminal of a server with lines that say nothing about whose they are.
/// What matters of them comes back as an error.
static void ignore_warning(
  const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {}

static atomic_bool has_started = false;

int errands_vips_start(void) {
  if (VIPS_INIT("errands")) {
    return -1;
  }
  atomic_store(&has_started, true);
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, ignore_warning, NULL);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  // SVG counts as untrusted too, since librsvg is not fuzzed. The renderer draws only texts that the
  // application composed, and it alone calls this loader, by its name.
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoadSvgBuffer", FALSE);
  // JPEG XL is opened only where the application says that it trusts the file (`ImageLimits`).
  vips_operation_block_set("VipsForeignLoadJxlBuffer", FALSE);
  vips_operation_block_set("VipsForeignSaveJxlBuffer", FALSE);
  return 0;
}

/// A thread may end before the first image is asked for; libvips crashes where it has not been started.
void errands_vips_end_thread(void) {
  if (atomic_load(&has_started)) {
    vips_thread_shutdown();
  }
}

void errands_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

char *errands_vips_take_error(void) { return vips_error_buffer_copy(); }

void errands_vips_free(void *memory) { g_free(memory); }

size_t errands_vips_tracked_memory(void) { return vips_tracked_get_mem(); }

// Images

void errands_vips_release(errands_image *image) { g_object_unref(image); }

int32_t errands_vips_width(errands_image *image) { return vips_image_get_width(image); }

int32_t errands_vips_height(errands_image *image) { return vips_image_get_height(image); }

int32_t errands_vips_bands(errands_image *image) { return vips_image_get_bands(image); }

int32_t errands_vips_page_height(errands_image *image) { return vips_image_get_page_height(image); }

int32_t errands_vips_frames(errands_image *image) { return vips_image_get_n_pages(image); }

int32_t errands_vips_orientation(errands_image *image) {
  return vips_image_get_orientation(image);
}

int32_t errands_vips_delays(errands_image *image, const int32_t **delays) {
  int count = 0;
  int *found = NULL;
  if (
    !vips_image_get_typeof(image, "delay") ||
    vips_image_get_array_int(image, "delay", &found, &count)) {
    return 0;
  }
  *delays = found;
  return count;
}

int32_t errands_vips_loop(errands_image *image) {
  int loop = 0;
  return vips_image_get_typeof(image, "loop") && !vips_image_get_int(image, "loop", &loop) ? loop : 1;
}

void errands_vips_kill(errands_image *image) { vips_image_set_kill(image, TRUE); }

errands_image *errands_vips_load_svg(const void *text, size_t length, double scale) {
  VipsImage *out = NULL;
  return vips_svgload_buffer((void *)text, length, &out, "scale", scale, NULL) ? NULL : out;
}

errands_image *errands_vips_centre(errands_image *image, int32_t width, int32_t height) {
  VipsImage *out = NULL;
  int failed = vips_gravity(
    image, &out, VIPS_COMPASS_DIRECTION_CENTRE, width, height, "extend", VIPS_EXTEND_COPY, NULL);
  return failed ? NULL : out;
}

errands_image *errands_vips_view(errands_image *image) {
  VipsImage *out = NULL;
  // The resolution would be written, and make other bytes of the same pixels.
  return vips_copy(image, &out, "xres", 1.0, "yres", 1.0, NULL) ? NULL : out;
}

errands_image *errands_vips_without_alpha(errands_image *image) {
  VipsImage *out = NULL;
  int colours = vips_image_get_bands(image) - 1;
  return vips_extract_band(image, &out, 0, "n", colours, NULL) ? NULL : out;
}

errands_image *errands_vips_with_alpha(errands_image *image) {
  VipsImage *out = NULL;
  return vips_addalpha(image, &out, NULL) ? NULL : out;
}

errands_image *errands_vips_on_white(errands_image *image) {
  VipsImage *out = NULL;
  VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
  int failed = vips_flatten(image, &out, "background", white, NULL);
  vips_area_unref(VIPS_AREA(white));
  return failed ? NULL : out;
}

errands_image *errands_vips_animation(
  errands_image *const *frames, const int32_t *delays, int32_t count, int32_t loop) {
  VipsImage *joined = NULL;
  if (vips_arrayjoin((VipsImage **)frames, &joined, count, "across", 1, NULL)) {
    return NULL;
  }
  // Only an image that nobody else has seen may be given metadata.
  VipsImage *out = errands_vips_view(joined);
  g_object_unref(joined);
  if (out) {
    vips_image_set_int(out, VIPS_META_PAGE_HEIGHT, vips_image_get_height(frames[0]));
    vips_image_set_array_int(out, "delay", delays, count);
    vips_image_set_int(out, "loop", loop);
  }
  return out;
}

errands_image *errands_vips_compute(errands_image *image) {
  return vips_image_copy_memory(image);
}

errands_image *errands_vips_cut(
  errands_image *image, int32_t left, int32_t top, int32_t width, int32_t height) {
  VipsImage *out = NULL;
  return vips_extract_area(image, &out, left, top, width, height, NULL) ? NULL : out;
}

errands_image *errands_vips_upright(errands_image *image) {
  VipsImage *out = NULL;
  return vips_autorot(image, &out, NULL) ? NULL : out;
}

int errands_vips_is_plain(errands_image *image) {
  return vips_image_get_bands(image) == 3 && vips_image_get_format(image) == VIPS_FORMAT_UCHAR;
}

int errands_vips_has_eight_bits(errands_image *image) {
  return vips_image_get_format(image) == VIPS_FORMAT_UCHAR;
}

int errands_vips_has_rgb_profile(errands_image *image) {
  return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 && vips_image_get_bands(image) >= 3 &&
    vips_image_get_format(image) == VIPS_FORMAT_UCHAR &&
    vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB;
}

/// The image in sRGB, of which its profile says nothing.
static errands_image *srgb_without_profile(errands_image *image) {
  VipsImage *converted = NULL;
  if (vips_colourspace(image, &converted, VIPS_INTERPRETATION_sRGB, NULL)) {
    return NULL;
  }
  // Only an image that nobody else has seen may be changed.
  VipsImage *out = errands_vips_view(converted);
  g_object_unref(converted);
  if (out) {
    vips_image_remove(out, VIPS_META_ICC_NAME);
  }
  return out;
}

errands_image *errands_vips_srgb(errands_image *image) {
  VipsImage *out = NULL;
  if (vips_image_get_typeof(image, VIPS_META_ICC_NAME)) {
    if (!vips_icc_transform(image, &out, "srgb", "embedded", TRUE, NULL)) {
      return out;
    }
    // A profile that is damaged, or for another kind of image, is left aside, as browsers do. Where profiles are
    // kept, it would say of sRGB that it is something else.
    vips_error_clear();
    return srgb_without_profile(image);
  }
  if (errands_vips_is_plain(image) && vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB) {
    // As most are. Each further image in a chain costs something for each few lines.
    g_object_ref(image);
    return image;
  }
  return vips_colourspace(image, &out, VIPS_INTERPRETATION_sRGB, NULL) ? NULL : out;
}

static void *remove_field(VipsImage *image, const char *name, GValue *value, void *copy) {
  vips_image_remove(copy, name);
  return NULL;
}

static void *remove_all_but_profile(VipsImage *image, const char *name, GValue *value, void *copy) {
  return strcmp(name, VIPS_META_ICC_NAME) ? remove_field(image, name, value, copy) : NULL;
}

errands_image *errands_vips_bare(errands_image *image, int keeps_profile) {
  VipsImage *out = errands_vips_view(image);
  if (out) {
    vips_image_map(image, keeps_profile ? remove_all_but_profile : remove_field, out);
  }
  return out;
}

errands_image *errands_vips_premultiplied(errands_image *image) {
  VipsImage *out = NULL;
  return vips_premultiply(image, &out, NULL) ? NULL : out;
}

errands_image *errands_vips_rounded(errands_image *image) {
  VipsImage *out = NULL;
  return vips_linear1(image, &out, 1, 0.5, "uchar", TRUE, NULL) ? NULL : out;
}

errands_image *errands_vips_unpremultiplied(errands_image *image) {
  VipsImage *exact = NULL;
  if (vips_unpremultiply(image, &exact, NULL)) {
    return NULL;
  }
  VipsImage *out = errands_vips_rounded(exact);
  g_object_unref(exact);
  return out;
}

errands_image *errands_vips_scale(errands_image *image, int32_t width, int32_t height, int32_t lobes) {
  VipsImage *out = NULL;
  double across = (double)width / vips_image_get_width(image);
  double down = (double)height / vips_image_get_height(image);
  // The good filter alone, unless it is more than this many times smaller. A coarse filter before it, which
  // the library puts there from a factor of 4, is asked for the same lines again and again where the image is
  // in memory: that took eight times as long.
  double gap = 16;
  VipsKernel kernel = lobes == 2 ? VIPS_KERNEL_LANCZOS2 : VIPS_KERNEL_LANCZOS3;
  int failed = vips_resize(image, &out, across, "vscale", down, "gap", gap, "kernel", kernel, NULL);
  return failed ? NULL : out;
}

errands_image *errands_vips_recombine(errands_image *image, const double *rows) {
  VipsImage *exact = NULL;
  int bands = vips_image_get_bands(image);
  VipsImage *matrix = vips_image_new_matrix(bands, bands);
  if (!matrix) {
    return NULL;
  }
  for (int row = 0; row < bands; row++) {
    for (int column = 0; column < bands; column++) {
      // The alpha band, where there is one, stays what it is.
      double idle = row == column ? 1 : 0;
      *VIPS_MATRIX(matrix, column, row) = row < 3 && column < 3 ? rows[3 * row + column] : idle;
    }
  }
  int failed = vips_recomb(image, &exact, matrix, NULL);
  g_object_unref(matrix);
  if (failed) {
    return NULL;
  }
  VipsImage *out = errands_vips_rounded(exact);
  g_object_unref(exact);
  return out;
}

errands_image *errands_vips_blur(errands_image *image, double sigma) {
  VipsImage *out = NULL;
  return vips_gaussblur(image, &out, sigma, NULL) ? NULL : out;
}

int errands_vips_least_alpha(errands_image *image, double *least) {
  VipsImage *alpha = NULL;
  int last = vips_image_get_bands(image) - 1;
  if (vips_extract_band(image, &alpha, last, NULL)) {
    return -1;
  }
  int failed = vips_min(alpha, least, NULL);
  g_object_unref(alpha);
  return failed;
}
