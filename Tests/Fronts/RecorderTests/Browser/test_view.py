"""Zooming and panning: the log has the coordinates of the page, and the canvas has the pixels of the part that is seen."""

import base64
import unittest

from support import RecorderTest, doodle, hash_of

CONTROL = 2
SHIFT = 8
ALL = ("--canvas", "3000x2000")


class ViewTests(RecorderTest):
    def view(self, page):
        """CSS pixels per point, and the point at the left and the top of the frame."""
        return page.run("""(({ view }) => {
            const { left, top } = document.getElementById('frame').getBoundingClientRect()
            return [view.zoom, ...view.point({ clientX: left, clientY: top })]
          })(recorder.surface)""")

    def frame(self, page):
        return tuple(page.run("(({left, top}) => [left, top])(document.getElementById('frame').getBoundingClientRect())"))

    def point(self, page, x, y):
        """The point of the page at a place of the window, by arithmetic from the view."""
        zoom, left, top = self.view(page)
        x0, y0 = self.frame(page)
        return left + (x - x0) / zoom, top + (y - y0) / zoom

    def wheel(self, page, x, y, right=0, down=0, modifiers=0):
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=right, deltaY=down, modifiers=modifiers)
        self.rest(page)

    def rest(self, page):
        """Waits until the view is drawn."""
        page.run("new Promise((done) => setTimeout(done, 200))")
        self.settle(page)

    def assert_near(self, pair, other, delta=0.01):
        self.assertEqual(len(pair), len(other))
        for one, two in zip(pair, other):
            self.assertAlmostEqual(one, two, delta=delta)

    def farthest(self, page):
        """How far a byte of the canvas is from the picture that the command draws at the scale of the view."""
        self.rest(page)
        part = page.run("recorder.surface.part")
        scale = page.run("document.getElementById('canvas').width") / part["width"]
        doodle("render", "--scale", str(scale), self.write_log(page), "-o", self.path("whole.png"))
        with open(self.path("whole.png"), "rb") as file:
            picture = base64.b64encode(file.read()).decode()
        return page.run(
            f"""(async () => {{
              const image = new Image()
              image.src = 'data:image/png;base64,{picture}'
              await image.decode()
              const canvas = document.getElementById('canvas')
              const own = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
              const other = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
              other.drawImage(image, {-round(part["x"] * scale)}, {-round(part["y"] * scale)})
              const theirs = other.getImageData(0, 0, canvas.width, canvas.height).data
              if (!own.some((value) => value < 100)) throw new Error('the canvas has no ink')
              return own.reduce((most, value, index) => Math.max(most, Math.abs(value - theirs[index])), 0)
            }})()""")

    def test_the_wheel_zooms_about_the_pointer_and_ink_is_crisp(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 200), (left + 360, top + 250), (left + 420, top + 200)])
        whole = self.screen_hash(page)
        for x, y in [(350, 260), (420, 300)]:
            before = self.point(page, x, y)
            self.wheel(page, x, y, down=-120, modifiers=CONTROL)
            self.assert_near(self.point(page, x, y), before)
        zoom = self.view(page)[0]
        # Two notches, each of which zooms by 10 to 15 %.
        self.assertTrue(1.1 ** 2 <= zoom <= 1.15 ** 2, zoom)
        self.assertLessEqual(self.farthest(page), 48)
        self.assertEqual(page.run("document.getElementById('zoom').textContent"), f"{round(100 * zoom)} %")
        # The log has points of the page.
        page.key("l")
        expected = [self.point(page, 300, 200), self.point(page, 500, 420)]
        page.drag([(300, 200), (400, 300), (500, 420)])
        touches = self.touches(page)
        self.assert_near(touches[-1]["point"], expected[1])
        self.assert_near([line for line in touches if line["phase"] == "began"][-1]["point"], expected[0])
        self.assertLessEqual(self.farthest(page), 48)
        # A finished picture knows no view.
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))
        page.key("9", modifiers=CONTROL)
        self.rest(page)
        self.assertNotEqual(self.screen_hash(page), whole)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_large_page_is_seen_in_parts_pixel_by_pixel(self):
        for scale in (1, 2):
            with self.subTest(scale=scale):
                page = self.open(url=self.write_page(*ALL), scale=scale)
                self.assertLess(self.view(page)[0], 0.34)
                page.key("p")
                page.drag([(300, 200), (500, 420), (700, 300)])
                self.wheel(page, 500, 420)
                page.key("0", modifiers=CONTROL)
                self.rest(page)
                self.assertEqual(self.view(page)[0], 1)
                self.assertLessEqual(self.farthest(page), 1)
                # With the space bar, the middle button and the wheel.
                x, y = self.view(page)[1:]
                page.run("document.activeElement.blur()")
                page.call("Input.dispatchKeyEvent", type="keyDown", key=" ", code="Space")
                page.drag([(500, 400), (470, 380), (440, 390)])
                page.call("Input.dispatchKeyEvent", type="keyUp", key=" ", code="Space")
                self.assert_near(self.view(page)[1:], (x + 60, y + 10))
                page.mouse("mousePressed", 500, 400, button="middle", buttons=4, clickCount=1)
                page.mouse("mouseMoved", 520, 430, button="middle", buttons=4)
                page.mouse("mouseReleased", 520, 430, button="middle", buttons=0, clickCount=1)
                self.assert_near(self.view(page)[1:], (x + 40, y - 20))
                # Chromium's protocol has pixels of the device here.
                self.wheel(page, 500, 400, right=7 * scale, down=-13 * scale)
                self.assert_near(self.view(page)[1:], (x + 47, y - 33))
                self.rest(page)
                self.assertLessEqual(self.farthest(page), 1)
                self.assertEqual(len([line for line in self.touches(page) if line["phase"] == "began"]), 1)
                # The page moves beyond its edge, and 80 pixels of it stay in the window.
                width, height = page.run("(({clientWidth, clientHeight}) => [clientWidth, clientHeight])(document.getElementById('frame'))")
                for sign in (-1, 1):
                    self.wheel(page, 500, 400, right=9000 * sign, down=9000 * sign)
                    self.assert_near(self.view(page), (1, *((2920, 1920) if sign > 0 else (80 - width, 80 - height))))
                page.drag([(x0 + 20, y0 + 20) for x0, y0 in [self.frame(page)] * 2])
                self.assert_near(self.touches(page)[-1]["point"], (2940, 1940))
                self.assertLessEqual(self.farthest(page), 1)
                self.click(page, "100 %, show the whole page")
                self.rest(page)
                self.assert_screen_is_log(page)
                self.assert_no_errors(page)

    def test_a_page_that_fits_is_moved_and_made_smaller(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 200), (left + 360, top + 250)])
        self.wheel(page, 500, 300, right=-70, down=-40)
        self.assert_near(self.view(page), (1, -70, -40))
        self.assertEqual(self.offset(page), (left + 70, top + 40))
        before = self.point(page, 500, 300)
        for _ in range(6):
            self.wheel(page, 500, 300, down=120, modifiers=CONTROL)
            self.assert_near(self.point(page, 500, 300), before)
        zoom = self.view(page)[0]
        self.assertTrue(1.15 ** -6 <= zoom <= 1.1 ** -6, zoom)
        # Ink on the smaller page.
        expected = self.point(page, 400, 350)
        page.drag([(450, 330), (400, 350)])
        self.assert_near(self.touches(page)[-1]["point"], expected)
        self.assertLessEqual(self.farthest(page), 48)
        # The ground beside the page moves it, and what begins there is drawn.
        self.wheel(page, left + 10, top + 10, right=-20, down=-10)
        expected = self.point(page, 450, 400)
        page.drag([(left + 10, top + 30), (450, 400)])
        self.assert_near(self.touches(page)[-1]["point"], expected)
        self.assertLess(self.touches(page)[-2]["point"][0], 450)
        for _ in range(30):
            self.wheel(page, 500, 300, down=120, modifiers=CONTROL)
        self.assertAlmostEqual(self.view(page)[0], 0.1, delta=1e-6)
        page.key("9", modifiers=CONTROL)
        self.rest(page)
        self.assert_near(self.view(page), (1, 0, 0))
        self.assertFalse(page.run("recorder.surface.view.isZoomed"))
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_two_fingers_make_the_page_smaller(self):
        page = self.open(touch=True)
        under = self.point(page, 400, 300)
        self.pinch(page, ((300, 300), (500, 300)), ((320, 300), (480, 300)), ((350, 300), (450, 300)))
        self.assertAlmostEqual(self.view(page)[0], 0.5, delta=0.01)
        self.assert_near(self.point(page, 400, 300), under, 0.1)
        self.pinch(page, ((350, 300), (450, 300)), ((350, 320), (450, 320)), ((370, 350), (470, 350)))
        self.assertAlmostEqual(self.view(page)[0], 0.5, delta=0.01)
        self.assert_near(self.point(page, 420, 350), under, 0.1)
        self.assertEqual(page.run("recorder.session.drawing.elements"), [])
        self.assert_no_errors(page)

    def test_zooming_by_keys_and_a_window_of_another_size(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 200), (left + 420, top + 260)])
        for key, zoom in [("+", 1.25), ("+", 1.5625), ("-", 1.25), ("0", 1), ("+", 1.25)]:
            page.key(key, modifiers=CONTROL)
            self.assertAlmostEqual(self.view(page)[0], zoom, delta=1e-6)
        page.resize(700, 900)
        self.rest(page)
        self.assertAlmostEqual(self.view(page)[0], 1.25, delta=1e-6)
        page.drag([(200, 200), (300, 300)])
        self.assert_near(self.touches(page)[-1]["point"], self.point(page, 300, 300))
        self.assertLessEqual(self.farthest(page), 32)
        self.assert_no_errors(page)

    def pinch(self, page, *moments):
        """Two fingers at places that change."""
        for index, (one, other) in enumerate(moments):
            if index == 0:
                page.touch("touchStart", [(*one, 1)])
                page.touch("touchStart", [(*one, 1), (*other, 2)])
            else:
                page.touch("touchMove", [(*one, 1), (*other, 2)])
        page.touch("touchEnd", [])
        self.rest(page)

    def test_two_fingers_zoom_and_pan_and_draw_nothing(self):
        page = self.open(touch=True)
        empty = self.screen_hash(page)
        under = self.point(page, 400, 300)
        self.pinch(page, ((350, 300), (450, 300)), ((320, 300), (480, 300)), ((300, 300), (500, 300)))
        zoom, left, top = self.view(page)
        self.assertAlmostEqual(zoom, 2, delta=0.01)
        self.assert_near(self.point(page, 400, 300), under, 0.1)
        self.pinch(page, ((350, 300), (450, 300)), ((350, 280), (450, 280)), ((330, 250), (430, 250)))
        self.assert_near(self.view(page), (zoom, left + 10, top + 25), 0.1)
        # The first finger was on the canvas before the second one: what it began is canceled.
        self.assertEqual({line["phase"] for line in self.touches(page)} - {"moved"}, {"began", "cancelled"})
        self.assertEqual(page.run("recorder.session.drawing.elements"), [])
        page.key("9", modifiers=CONTROL)
        self.rest(page)
        self.assertEqual(self.screen_hash(page), empty)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_two_fingers_draw_for_who_wants_it_also_after_a_reload(self):
        page = self.open(touch=True)
        self.let_fingers_draw(page)
        page.reload()
        self.wait_for_start(page)
        self.pinch(page, ((350, 300), (450, 300)), ((320, 320), (480, 340)), ((300, 300), (500, 300)))
        self.assertFalse(page.run("recorder.surface.view.isZoomed"))
        self.assertEqual([line["phase"] for line in self.touches(page)].count("ended"), 2)
        self.assertEqual(page.run("recorder.session.drawing.elements"), ["e1", "e2"])
        self.assert_screen_is_log(page)
        self.click(page, "More")
        item = "[...document.querySelectorAll('[role=menuitemcheckbox]')].find((item) => item.textContent.startsWith('Two'))"
        self.assertEqual(page.run(f"{item}.getAttribute('aria-checked')"), "true")
        self.click(page, "Two fingers draw two strokes")
        self.pinch(page, ((350, 300), (450, 300)), ((320, 300), (480, 300)))
        self.assertTrue(page.run("recorder.surface.view.isZoomed"))
        self.assert_no_errors(page)

    def test_a_second_finger_does_not_cancel_a_stroke_that_is_well_under_way(self):
        page = self.open(touch=True)
        page.touch("touchStart", [(300, 300, 1)])
        for x in (340, 380, 420):
            page.touch("touchMove", [(x, 300, 1)])
        page.run("new Promise((done) => setTimeout(done, 350))")
        page.touch("touchStart", [(420, 300, 1), (600, 500, 2)])
        page.touch("touchMove", [(460, 300, 1), (640, 500, 2)])
        page.touch("touchEnd", [])
        phases = [(line["touch"], line["phase"]) for line in self.touches(page) if line["phase"] != "moved"]
        self.assertEqual([phase for _, phase in phases], ["began", "ended"])
        self.assertEqual(len({touch for touch, _ in phases}), 1)
        self.assertFalse(page.run("recorder.surface.view.isZoomed"))
        self.assert_screen_is_log(page)

    def test_selecting_and_texts_where_the_view_has_them(self):
        page = self.open()
        left, top = self.offset(page)
        page.key("r")
        page.drag([(left + 300, top + 200), (left + 420, top + 260)])
        self.wheel(page, left + 360, top + 200, down=-200, modifiers=CONTROL)
        page.key("v")
        zoom = self.view(page)[0]
        page.drag([(left + 360, top + 200)])
        self.assertEqual(page.run("recorder.selecting.ids"), ["e1"])
        box = page.run("(({width}) => width)(document.getElementById('selection').getBoundingClientRect())")
        self.assertAlmostEqual(box, 123 * zoom, delta=3)
        # Not in the middle of the side, where a handle is.
        page.drag([(left + 330, top + 200), (left + 350, top + 200), (left + 370, top + 240)])
        move = [line for line in self.lines(page) if line.get("command") == "move"][0]
        self.assert_near(move["by"], (40 / zoom, 40 / zoom))
        page.key("t")
        expected = self.point(page, 200, 500)
        page.drag([(200, 500)])
        page.call("Input.insertText", text="Here")
        page.key("Enter", text="\r")
        self.assert_near([line for line in self.lines(page) if line.get("command") == "text"][0]["at"], expected)
        self.assertLessEqual(self.farthest(page), 64)
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))
        self.assert_no_errors(page)

    def test_a_picture_is_zoomed_as_it_is(self):
        doodle("render", "Examples/shapes.jsonl", "-o", self.path("plan.png"))
        page = self.open(url=self.write_page("--background", self.path("plan.png"), name="over.html"))
        page.key("+", modifiers=CONTROL)
        page.key("+", modifiers=CONTROL)
        self.rest(page)
        expected = self.point(page, 500, 300)
        page.drag([(400, 300), (500, 300)])
        self.assert_near(self.touches(page)[-1]["point"], expected)
        # The browser enlarges the pixels of the whole page.
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)


if __name__ == "__main__":
    unittest.main()
