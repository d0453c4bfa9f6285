package android.view;

/** What TouchLogger.java uses of Android. A moment has the values of each pointer by axis; the last one is now. */
public final class MotionEvent {
  public static final int ACTION_DOWN = 0, ACTION_UP = 1, ACTION_MOVE = 2, ACTION_CANCEL = 3, ACTION_POINTER_DOWN = 5;
  public static final int ACTION_POINTER_UP = 6, FLAG_CANCELED = 0x20;
  public static final int AXIS_X = 0, AXIS_Y = 1, AXIS_PRESSURE = 2, AXIS_ORIENTATION = 8, AXIS_TILT = 25;
  public static final int TOOL_TYPE_FINGER = 1, TOOL_TYPE_STYLUS = 2, TOOL_TYPE_MOUSE = 3;

  private final int action, index, flags, tool;
  private final int[] ids;
  private final long[] times;
  private final float[][][] moments;

  public MotionEvent(int action, int index, int flags, int tool, int[] ids, long[] times, float[][]... moments) {
    this.action = action;
    this.index = index;
    this.flags = flags;
    this.tool = tool;
    this.ids = ids;
    this.times = times;
    this.moments = moments;
  }

  public int getActionMasked() { return action; }
  public int getActionIndex() { return index; }
  public int getFlags() { return flags; }
  public int getToolType(int pointer) { return tool; }
  public int getPointerCount() { return ids.length; }
  public int getPointerId(int pointer) { return ids[pointer]; }
  public int getHistorySize() { return moments.length - 1; }
  public long getEventTime() { return times[times.length - 1]; }
  public long getHistoricalEventTime(int moment) { return times[moment]; }
  public float getAxisValue(int axis, int pointer) { return getHistoricalAxisValue(axis, pointer, moments.length - 1); }

  public float getHistoricalAxisValue(int axis, int pointer, int moment) {
    float[] values = moments[moment][pointer];
    int place = axis == AXIS_ORIENTATION ? 3 : axis == AXIS_TILT ? 4 : axis;
    return place < values.length ? values[place] : 0;
  }
}
