// reading LOG prints the seconds that simdjson takes to read all fields of all touches, with keys in any order.
#include "workload.hpp"

#include <simdjson.h>

struct Touch {
  char phase;
  int64_t touch;
  double x, y, time, pressure;
};

int main(int, char **words) {
  simdjson::padded_string log = simdjson::padded_string::load(words[1]);
  simdjson::ondemand::parser parser;
  std::vector<Touch> touches;
  time([&] {
    touches.clear();
    simdjson::ondemand::document_stream lines = parser.iterate_many(log, 1 << 20);
    for (auto line : lines) {
      simdjson::ondemand::object object = line.get_object();
      std::string_view phase;
      if (object["phase"].get(phase)) continue;
      Touch touch{phase[0], object["touch"], 0, 0, object["time"], object["pressure"]};
      double *coordinate = &touch.x;
      for (double value : object["point"].get_array()) *coordinate++ = value;
      touches.push_back(touch);
    }
  });
  return touches.empty();
}
