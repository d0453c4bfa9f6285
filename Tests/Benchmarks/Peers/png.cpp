// png FILE [LEVEL STRATEGY] prints the seconds that libpng takes to encode the pixels of a PNG again, and the bytes: with
// its defaults, or with a level and strategy of zlib and no filter.
#include "png.hpp"
#include "workload.hpp"

#include <cstdlib>

static Image read(const char *path) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  FILE *file = std::fopen(path, "rb");
  png_init_io(png, file);
  png_read_info(png, info);
  Image image{png_get_image_width(png, info), png_get_image_height(png, info), png_get_bit_depth(png, info),
              png_get_color_type(png, info), png_get_rowbytes(png, info), {}, {}};
  png_colorp colors;
  int count = 0;
  if (png_get_PLTE(png, info, &colors, &count)) image.palette.assign(colors, colors + count);
  image.pixels.resize(image.stride * image.height);
  for (png_uint_32 y = 0; y < image.height; y++) png_read_row(png, &image.pixels[y * image.stride], nullptr);
  png_destroy_read_struct(&png, &info, nullptr);
  std::fclose(file);
  return image;
}

int main(int count, char **words) {
  Image image = read(words[1]);
  std::vector<png_byte> bytes;
  auto append = [](png_structp png, png_bytep data, size_t count) {
    auto *bytes = static_cast<std::vector<png_byte> *>(png_get_io_ptr(png));
    bytes->insert(bytes->end(), data, data + count);
  };
  time([&] {
    bytes.clear();
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &bytes, append, nullptr);
    if (count > 3) {
      png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
      png_set_compression_level(png, std::atoi(words[2]));
      png_set_compression_strategy(png, std::atoi(words[3]));
    }
    write(image, png, info);
  });
  std::printf("%zu\n", bytes.size());
}
