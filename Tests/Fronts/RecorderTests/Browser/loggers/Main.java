import android.view.MotionEvent;

/** A pen, then two fingers of which the system takes one back, on a screen of 640 by 400 pixels. */
public final class Main {
  private static float[][] at(float... values) { return new float[][] {values}; }

  public static void main(String[] arguments) {
    TouchLogger logger = new TouchLogger(640, 400, 2);
    int pen = MotionEvent.TOOL_TYPE_STYLUS, finger = MotionEvent.TOOL_TYPE_FINGER;
    int[] one = {0}, two = {0, 3};
    logger.log(new MotionEvent(MotionEvent.ACTION_DOWN, 0, 0, pen, one, new long[] {5000}, at(20, 40, 0.25f, 0, 0)));
    logger.log(new MotionEvent(MotionEvent.ACTION_MOVE, 0, 0, pen, one, new long[] {5004, 5008},
        at(40, 60, 0.5f, 0, 0.5f), at(60, 90, 0.75f, 2, 0.5f)));
    logger.log(new MotionEvent(MotionEvent.ACTION_UP, 0, 0, pen, one, new long[] {5020}, at(80, 90, 0, 0, 0)));
    logger.log(new MotionEvent(MotionEvent.ACTION_DOWN, 0, 0, finger, one, new long[] {6000}, at(300, 100, 1)));
    float[][] both = {{310, 110, 1}, {400, 200, 1}};
    logger.log(new MotionEvent(MotionEvent.ACTION_POINTER_DOWN, 1, 0, finger, two, new long[] {6010}, both));
    logger.log(new MotionEvent(MotionEvent.ACTION_MOVE, 0, 0, finger, two, new long[] {6020}, both));
    logger.log(new MotionEvent(MotionEvent.ACTION_POINTER_UP, 0, MotionEvent.FLAG_CANCELED, finger, two,
        new long[] {6030}, both));
    logger.log(new MotionEvent(MotionEvent.ACTION_CANCEL, 0, 0, finger, new int[] {3}, new long[] {6040}, at(410, 210, 1)));
    System.out.print(logger.text());
  }
}
