#include "CVipsShim.h"

#include <vips/vips.h>

// Process

/// Damaged bytes would fill the terminal of a server with lines that say nothing about whose they are.
/// What matters of them comes back as an error.
static void ignore_warning(
  const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {}

int errands_vips_start(void) {
  if (VIPS_INIT("errands")) {
    return -1;
  }
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, ignore_warning, NULL);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  // SVG counts as untrusted too, since librsvg is not fuzzed. The renderer draws only texts that the
  // application composed, and it alone calls this loader, by its name.
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoadSvgBuffer", FALSE);
  return 0;
}

void errands_vips_end_thread(void) { vips_thread_shutdown(); }

char *errands_vips_take_error(void) { return vips_error_buffer_copy(); }

void errands_vips_free(void *memory) { g_free(memory); }

size_t errands_vips_tracked_memory(void) { return vips_tracked_get_mem(); }

// Images

void errands_vips_release(errands_image *image) { g_object_unref(image); }

int32_t errands_vips_width(errands_image *image) { return vips_image_get_width(image); }

int32_t errands_vips_height(errands_image *image) { return vips_image_get_height(image); }

int32_t errands_vips_bands(errands_image *image) { return vips_image_get_bands(image); }

int32_t errands_vips_page_height(errands_image *image) { return vips_image_get_page_height(image); }

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
  return vips_copy(image, &out, NULL) ? NULL : out;
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
  errands_image *const *frames, const int32_t *delays, int32_t count) {
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
    vips_image_set_int(out, "loop", 0);
  }
  return out;
}

errands_image *errands_vips_compute(errands_image *image) {
  return vips_image_copy_memory(image);
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

// Formats

static int load(errands_format format, void *bytes, size_t length, VipsImage **out) {
  switch (format) {
    case ERRANDS_FORMAT_JPEG:
      return vips_jpegload_buffer(bytes, length, out, NULL);
    case ERRANDS_FORMAT_PNG:
      return vips_pngload_buffer(bytes, length, out, NULL);
    case ERRANDS_FORMAT_WEBP:
      return vips_webpload_buffer(bytes, length, out, NULL);
    case ERRANDS_FORMAT_GIF:
      return vips_gifload_buffer(bytes, length, out, NULL);
  }
  vips_error("errands", "unknown format %d", (int)format);
  return -1;
}

int errands_vips_read_header(
  errands_format format, const void *bytes, size_t length, errands_header *header) {
  VipsImage *image = NULL;
  if (load(format, (void *)bytes, length, &image)) {
    return -1;
  }
  header->width = vips_image_get_width(image);
  header->height = vips_image_get_height(image);
  header->frames = vips_image_get_n_pages(image);
  g_object_unref(image);
  return 0;
}

int errands_vips_encode(
  errands_image *image, errands_format format, int32_t grade, void **bytes, size_t *length) {
  switch (format) {
    case ERRANDS_FORMAT_JPEG:
      return vips_jpegsave_buffer(
        image, bytes, length, "Q", grade, "optimize_coding", TRUE, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_PNG:
      return vips_pngsave_buffer(image, bytes, length, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_WEBP:
      return vips_webpsave_buffer(image, bytes, length, "Q", grade, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_GIF:
      return vips_gifsave_buffer(
        image, bytes, length, "bitdepth", grade ? grade : 8, "strip", TRUE, NULL);
  }
  vips_error("errands", "unknown format %d", (int)format);
  return -1;
}
