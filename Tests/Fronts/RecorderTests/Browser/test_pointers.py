"""What pointers report is in the log: in order, none lost, none twice."""

import json
import math
import unittest

from support import RecorderTest, doodle, hash_of

PEN_ERASER = 32


def tilted(tilt_x, tilt_y):
    """Altitude and azimuth, by the direction of the pen's axis."""
    x, y = math.tan(math.radians(tilt_x)), math.tan(math.radians(tilt_y))
    return math.atan(1 / math.hypot(x, y)), math.atan2(y, x) % (2 * math.pi)


class PointerTests(RecorderTest):
    def test_every_position_of_a_mouse_is_a_line_and_pressure_is_none(self):
        page = self.open()
        left, top = self.offset(page)
        points = [(100 + 3 * i, 100 + (i * i) % 97) for i in range(200)]
        page.drag([(left + x, top + y) for x, y in points])
        touches = self.touches(page)
        # The browser reports a move to the position of the press, too.
        self.assertEqual([tuple(line["point"]) for line in touches if line["phase"] == "moved"][-199:], points[1:])
        self.assertEqual(touches[0]["phase"], "began")
        self.assertEqual(touches[-1]["phase"], "ended")
        self.assertTrue(all("pressure" not in line and line["pointer"] == "mouse" for line in touches))
        times = [line["time"] for line in touches]
        self.assertEqual(times[0], 0)
        self.assertEqual(times, sorted(times))
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_events_that_the_browser_joins_are_taken_instead_of_their_sum(self):
        page = self.open()
        left, top = self.offset(page)
        page.mouse("mousePressed", left + 50, top + 50, buttons=1, clickCount=1)
        before = len(self.touches(page))
        # While the page is busy, the browser coalesces events.
        session, browser = page.session, page.browser
        browser.send("Runtime.evaluate", session, expression="{ const end = performance.now() + 400; while (performance.now() < end); }")
        for i in range(1, 41):
            browser.send(
                "Input.dispatchMouseEvent", session, type="mouseMoved", x=left + 50 + 4 * i, y=top + 50 + i % 7,
                button="left", buttons=1)
        page.run("1")
        self.settle(page)
        page.mouse("mouseReleased", left + 210, top + 55, buttons=0, clickCount=1)
        moved = [tuple(line["point"]) for line in self.touches(page)[before:] if line["phase"] == "moved"]
        self.assertEqual(moved[-40:], [(50 + 4 * i, 50 + i % 7) for i in range(1, 41)])
        self.assertEqual(len(set(moved)), len(moved))
        self.assert_screen_is_log(page)

    def test_predictions_are_marked_and_never_in_the_finished_picture(self):
        page = self.open()
        left, top = self.offset(page)
        self.dispatch(page, "pointerdown", 1, left + 20, top + 20)
        page.run(
            f"""(() => {{
              const make = (x, y) => new PointerEvent('pointermove', {{ pointerId: 1, pointerType: 'pen',
                clientX: x, clientY: y, pressure: 0.4, bubbles: true }})
              const event = new PointerEvent('pointermove', {{ pointerId: 1, pointerType: 'pen', pressure: 0.4,
                clientX: {left} + 90, clientY: {top} + 60, bubbles: true,
                coalescedEvents: [make({left} + 50, {top} + 30), make({left} + 90, {top} + 60)],
                predictedEvents: [make({left} + 130, {top} + 100)] }})
              document.getElementById('canvas').dispatchEvent(event)
            }})()""")
        self.dispatch(page, "pointerup", 1, left + 92, top + 61)
        self.assertEqual([tuple(line["point"]) for line in self.touches(page)], [(20, 20), (50, 30), (90, 60), (92, 61)])
        self.assertEqual([tuple(line["point"]) for line in self.touches(page, predicted=True)], [(130, 100)])
        self.assert_screen_is_log(page)

    def dispatch(self, page, kind, pointer, x, y, type="pen", **properties):
        values = {"pointerId": pointer, "pointerType": type, "clientX": x, "clientY": y, "pressure": 0.4,
                  "bubbles": True, "isPrimary": True, **properties}
        page.run(f"document.getElementById('canvas').dispatchEvent(new PointerEvent('{kind}', {json.dumps(values)}))")

    def test_a_pen_has_pressures_tilt_and_twist(self):
        page = self.open()
        left, top = self.offset(page)
        pen = {"tiltX": 30, "tiltY": -20, "twist": 77, "tangentialPressure": -0.25}
        page.pen("mousePressed", left + 40, top + 40, 0.25, buttons=1, clickCount=1, **pen)
        page.pen("mouseMoved", left + 140, top + 90, 0.75, buttons=1, **pen)
        page.pen("mouseReleased", left + 140, top + 90, 0, buttons=0, clickCount=1, **pen)
        touches = self.touches(page)
        self.assertEqual(touches[0]["pressure"], 0.25)
        self.assertEqual([line["pressure"] for line in touches if line["point"] == [140, 90] and "pressure" in line][-1], 0.75)
        self.assertNotIn("pressure", touches[-1])
        altitude, azimuth = tilted(30, -20)
        for line in touches:
            self.assertEqual(line["pointer"], "pencil")
            self.assertAlmostEqual(line["altitude"], altitude, delta=1e-3)
            self.assertAlmostEqual(line["azimuth"], azimuth, delta=1e-3)
            self.assertEqual((line["twist"], line["tangentialPressure"]), (77, -0.25))
            self.assertNotIn("contact", line)
        self.assert_screen_is_log(page)

    def test_the_eraser_end_of_a_pen_erases_and_the_next_touch_draws_again(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 50, top + 50), (left + 250, top + 50)])
        for kind, x, buttons in [("pointerdown", 100, PEN_ERASER), ("pointermove", 200, PEN_ERASER), ("pointerup", 200, 0)]:
            self.dispatch(page, kind, 5, left + x, top + 50, buttons=buttons, button=5)
        page.drag([(left + 50, top + 150), (left + 250, top + 150)])
        self.assertEqual([line["tool"] for line in self.lines(page) if "tool" in line], ["pen", "eraser", "pen"])
        self.assertEqual([line.get("buttons") for line in self.touches(page) if line["touch"] == 5], [32, 32, None])
        self.assert_screen_is_log(page)

    def test_several_fingers_draw_at_once_and_their_numbers_stay_apart(self):
        page = self.open(touch=True)
        self.let_fingers_draw(page)
        left, top = self.offset(page)
        page.touch("touchStart", [(left + 50, top + 50, 1)])
        page.touch("touchStart", [(left + 50, top + 50, 1), (left + 50, top + 250, 2), (left + 50, top + 450, 3)])
        for i in range(1, 30):
            page.touch("touchMove", [(left + 50 + 9 * i, top + y + 3 * (i % 5), n) for n, y in enumerate([50, 250, 450], 1)])
        page.touch("touchEnd", [])
        touches = self.touches(page)
        for name in {line["touch"] for line in touches}:
            own = [line for line in touches if line["touch"] == name]
            self.assertEqual(own[0]["phase"], "began")
            self.assertEqual(own[-1]["phase"], "ended")
            moved = [line["point"][0] for line in own if line["phase"] == "moved"]
            self.assertEqual(sorted(set(moved)), [50 + 9 * i for i in range(1, 30)])
            self.assertEqual(len(moved), len(set(moved)))
        self.assertEqual(len({line["touch"] for line in touches}), 3)
        self.assertTrue(all(line["pointer"] == "finger" and "pressure" not in line for line in touches))
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_canceled_touch_is_taken_back(self):
        page = self.open(touch=True)
        left, top = self.offset(page)
        empty = self.screen_hash(page)
        page.touch("touchStart", [(left + 50, top + 50, 1)])
        page.touch("touchMove", [(left + 250, top + 90, 1)])
        page.touch("touchCancel", [])
        # Chromium answers before the page sees the event: no page can refuse a cancel.
        page.wait("recorder.session.log().includes('cancelled')")
        self.assertEqual(self.touches(page)[-1]["phase"], "cancelled")
        self.assertEqual(self.screen_hash(page), empty)
        self.assert_screen_is_log(page)

    def test_escape_cancels_the_stroke_under_way(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 90)])
        before = self.screen_hash(page)
        for tool in ["p", "m", "e", "l", "o"]:
            page.key(tool)
            page.mouse("mousePressed", left + 50, top + 50, buttons=1, clickCount=1)
            page.mouse("mouseMoved", left + 150, top + 90, buttons=1)
            self.assertNotEqual(self.screen_hash(page), before)
            page.key("Escape")
            self.assertEqual(self.touches(page)[-1]["phase"], "cancelled")
            self.assertEqual(self.screen_hash(page), before)
            # What the pointer does until it is lifted is not of the stroke.
            count = len(self.touches(page))
            page.mouse("mouseMoved", left + 250, top + 190, buttons=1)
            page.mouse("mouseReleased", left + 250, top + 190, buttons=0, clickCount=1)
            self.assertEqual(len(self.touches(page)), count)
            self.assertEqual(self.screen_hash(page), before)
        self.assertEqual(page.run("recorder.session.drawing.undoCount"), 1)
        doodle("render", self.write_log(page), "-o", self.path("own.png"))
        for other in (page.run("recorder.session.drawing.hash()"), hash_of(self.path("own.png"))):
            self.assertEqual(other, before)
        # The picture that is saved is the command's, too.
        with open(self.path("saved.png"), "wb") as file:
            file.write(bytes(page.run("Array.from(recorder.session.drawing.png({ metadata: true }))")))
        doodle("render", "--metadata", self.path("saved.jsonl"), "-o", self.path("own.png"))
        with open(self.path("saved.png"), "rb") as one, open(self.path("own.png"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        # Without a stroke, the key draws nothing.
        page.key("Escape")
        self.assertEqual(len(self.touches(page)), count)
        self.assert_no_errors(page)

    def test_escape_cancels_all_fingers(self):
        page = self.open(touch=True)
        self.let_fingers_draw(page)
        left, top = self.offset(page)
        empty = self.screen_hash(page)
        page.touch("touchStart", [(left + 50, top + 50, 1)])
        page.touch("touchStart", [(left + 50, top + 50, 1), (left + 50, top + 250, 2)])
        page.touch("touchMove", [(left + 150, top + 50, 1), (left + 150, top + 250, 2)])
        page.wait("recorder.session.log().match(/began/g)?.length === 2 && recorder.session.log().includes('moved')")
        page.key("Escape")
        page.touch("touchMove", [(left + 250, top + 50, 1), (left + 250, top + 250, 2)])
        page.touch("touchEnd", [])
        phases = [line["phase"] for line in self.touches(page)]
        self.assertEqual((phases.count("began"), phases.count("cancelled"), phases.count("ended")), (2, 2, 0))
        self.assertEqual(phases[-2:], ["cancelled", "cancelled"])
        self.assertEqual(self.screen_hash(page), empty)
        self.assert_screen_is_log(page)

    def test_while_a_pen_is_down_fingers_are_palms(self):
        page = self.open()
        left, top = self.offset(page)
        self.dispatch(page, "pointerdown", 7, left + 300, top + 300, type="touch")
        self.dispatch(page, "pointerdown", 8, left + 50, top + 50)
        self.dispatch(page, "pointerdown", 9, left + 400, top + 300, type="touch")
        self.dispatch(page, "pointermove", 8, left + 90, top + 50)
        self.dispatch(page, "pointermove", 7, left + 320, top + 300, type="touch")
        self.dispatch(page, "pointerup", 8, left + 90, top + 50)
        self.assertEqual(
            [(line["touch"], line["phase"]) for line in self.touches(page)],
            [(7, "began"), (7, "cancelled"), (8, "began"), (8, "moved"), (8, "ended")])
        self.assert_screen_is_log(page)

    def test_the_right_button_of_a_mouse_draws_nothing(self):
        page = self.open()
        left, top = self.offset(page)
        page.mouse("mousePressed", left + 60, top + 60, button="right", buttons=2, clickCount=1)
        page.mouse("mouseMoved", left + 90, top + 60, button="right", buttons=2)
        page.mouse("mouseReleased", left + 90, top + 60, button="right", buttons=0, clickCount=1)
        self.assertEqual(self.touches(page), [])

    def test_two_hundred_thousand_events_are_all_there(self):
        page = self.open()
        left, top = self.offset(page)
        self.dispatch(page, "pointerdown", 1, left + 10, top + 10)
        # A call must answer within a time limit, so that each has a part.
        for first in range(0, 200_000, 20_000):
            page.run(
                f"""(() => {{
                  const canvas = document.getElementById('canvas')
                  for (let i = {first}; i < {first + 20_000}; i++) {{
                    canvas.dispatchEvent(new PointerEvent('pointermove', {{ pointerId: 1, pointerType: 'pen',
                      pressure: 0.2 + (i % 7) / 10, bubbles: true,
                      clientX: {left} + 10 + (i * 0.37) % 900, clientY: {top} + 10 + ((i >> 4) * 0.71) % 500 }}))
                  }}
                }})()""")
        self.dispatch(page, "pointerup", 1, left + 10, top + 10)
        touches = self.touches(page)
        self.assertEqual(len(touches), 200_002)
        self.assertEqual(touches[1000]["point"], [round(10 + (999 * 0.37) % 900, 3), round(10 + (999 >> 4) * 0.71 % 500, 3)])
        self.assert_screen_is_log(page)


if __name__ == "__main__":
    unittest.main()
