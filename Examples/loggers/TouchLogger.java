import android.view.MotionEvent;
import java.util.Locale;

/** Records the events of a view as lines of a log that doodle reads: call log from onTouchEvent. text is the log. */
public final class TouchLogger {
  private final StringBuilder lines = new StringBuilder();
  private final float density;
  private long start = -1;

  /** The view's size in pixels, and the pixels of a point: getResources().getDisplayMetrics().density. */
  public TouchLogger(int width, int height, float density) {
    this.density = density;
    append("{\"doodle\":1,\"size\":[%.4f,%.4f],\"scale\":%.4f}\n", width / density, height / density, density);
  }

  public String text() { return lines.toString(); }

  public void log(MotionEvent event) {
    int action = event.getActionMasked();
    boolean isCancelled = (event.getFlags() & MotionEvent.FLAG_CANCELED) != 0;
    if (action == MotionEvent.ACTION_DOWN || action == MotionEvent.ACTION_POINTER_DOWN) {
      log("began", event, event.getActionIndex(), -1);
    } else if (action == MotionEvent.ACTION_UP || action == MotionEvent.ACTION_POINTER_UP) {
      log(isCancelled ? "cancelled" : "ended", event, event.getActionIndex(), -1);
    } else if (action == MotionEvent.ACTION_MOVE || action == MotionEvent.ACTION_CANCEL) {
      // The system joins the moves of a frame into one event, with a history; its last moment is -1.
      for (int i = 0; i <= event.getHistorySize(); i++) {
        int moment = i < event.getHistorySize() ? i : -1;
        String phase = action == MotionEvent.ACTION_CANCEL && moment < 0 ? "cancelled" : "moved";
        for (int pointer = 0; pointer < event.getPointerCount(); pointer++) log(phase, event, pointer, moment);
      }
    }
  }

  private void log(String phase, MotionEvent event, int pointer, int moment) {
    long time = moment < 0 ? event.getEventTime() : event.getHistoricalEventTime(moment);
    if (start < 0) start = time;
    append("{\"phase\":\"%s\",\"touch\":%d,\"point\":[%.3f,%.3f],\"time\":%.3f", phase, event.getPointerId(pointer),
        value(event, MotionEvent.AXIS_X, pointer, moment) / density,
        value(event, MotionEvent.AXIS_Y, pointer, moment) / density, (time - start) / 1000.0);
    // The pressure of fingers is that of no sensor on most devices. Tilts are from the upright pen and from above.
    if (event.getToolType(pointer) == MotionEvent.TOOL_TYPE_STYLUS) {
      double azimuth = value(event, MotionEvent.AXIS_ORIENTATION, pointer, moment) - Math.PI / 2;
      if (!phase.equals("ended")) {
        append(",\"pressure\":%.4f", Math.min(1, value(event, MotionEvent.AXIS_PRESSURE, pointer, moment)));
      }
      append(",\"altitude\":%.4f,\"azimuth\":%.4f,\"pointer\":\"pencil\"",
          Math.PI / 2 - value(event, MotionEvent.AXIS_TILT, pointer, moment), azimuth < 0 ? azimuth + 2 * Math.PI : azimuth);
    } else {
      append(",\"pointer\":\"%s\"", event.getToolType(pointer) == MotionEvent.TOOL_TYPE_MOUSE ? "mouse" : "finger");
    }
    append("}\n");
  }

  private static float value(MotionEvent event, int axis, int pointer, int moment) {
    return moment < 0 ? event.getAxisValue(axis, pointer) : event.getHistoricalAxisValue(axis, pointer, moment);
  }

  private void append(String format, Object... values) { lines.append(String.format(Locale.ROOT, format, values)); }
}
