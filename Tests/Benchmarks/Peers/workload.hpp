// Reads the points of a workload's log. The parser relies on the exact form of the lines.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

struct Point {
  float x, y;
};

struct Workload {
  int width = 0, height = 0;
  std::vector<std::vector<Point>> strokes;
};

inline std::string contents(const char *path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) {
    std::perror(path);
    std::exit(1);
  }
  std::string bytes(file.tellg(), '\0');
  file.seekg(0).read(bytes.data(), bytes.size());
  return bytes;
}

// The pair of numbers [a,b] after `key`.
template <typename Number> std::pair<Number, Number> pair(std::string_view line, std::string_view key) {
  std::pair<Number, Number> numbers{};
  auto position = line.find(key);
  if (position == line.npos) return numbers;
  const char *end = line.data() + line.size();
  auto first = std::from_chars(line.data() + position + key.size(), end, numbers.first);
  std::from_chars(first.ptr + 1, end, numbers.second);
  return numbers;
}

inline Workload workload(const char *path) {
  Workload result;
  std::string log = contents(path);
  std::string_view rest = log;
  while (!rest.empty()) {
    auto end = std::min(rest.find('\n'), rest.size() - 1);
    auto line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.substr(0, 9) == "{\"doodle\"") std::tie(result.width, result.height) = pair<int>(line, "\"size\":[");
    if (line.substr(0, 10) != "{\"phase\":\"") continue;
    if (line[10] == 'b') result.strokes.emplace_back();
    auto [x, y] = pair<float>(line, "\"point\":[");
    result.strokes.back().push_back({x, y});
  }
  return result;
}

// Prints the seconds that `work` takes the second time.
template <typename Work> void time(Work work) {
  work();
  auto start = std::chrono::steady_clock::now();
  work();
  std::printf("%.9f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}
