"""The border of the page, which drags move, and elements beyond it."""

import base64
import unittest

from support import RecorderTest, doodle, hash_of

ALT = 1
CONTROL = 2
SHIFT = 8


class EdgeTests(RecorderTest):
    options = ["--canvas", "400x300"]

    def rest(self, page):
        page.run("new Promise((done) => setTimeout(done, 200))")
        self.settle(page)

    def handle(self, page, ends):
        box = page.run(
            f"(({{x, y, width, height}}) => [x, y, width, height])(document.querySelector('#edge [data-ends=\"{ends}\"]').getBoundingClientRect())")
        return (box[0] + box[2] / 2, box[1] + box[3] / 2)

    def pull(self, page, ends, right, down):
        x, y = self.handle(page, ends)
        page.drag([(x, y), (x + right / 2, y + down / 2), (x + right, y + down)])
        self.rest(page)

    def size(self, page):
        return self.lines(page)[0]["size"]

    def corner(self, page):
        """Where the page begins on the screen."""
        return page.run("(({left, top}) => [Math.round(left), Math.round(top)])(document.getElementById('edge').getBoundingClientRect())")

    def test_drags_make_the_page_larger_and_smaller_and_are_undone(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 100), (left + 350, top + 150), (left + 390, top + 100)])
        self.settle(page)
        states = [(self.size(page), self.screen_hash(page))]
        corner = self.corner(page)
        for ends, right, down, size in [("1,0", 80, 40, [480, 300]), ("0,1", 30, 60, [480, 360]), ("1,1", -200, -30, [280, 330])]:
            self.pull(page, ends, right, down)
            self.assertEqual(self.size(page), size)
            self.assertEqual(self.corner(page), corner)
            self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))
            page.key("9", modifiers=CONTROL)
            self.rest(page)
            self.assert_screen_is_log(page)
            states.append((size, self.screen_hash(page)))
            corner = self.corner(page)
        # The ink that was cut off is still there.
        self.assertEqual(len(page.run("recorder.session.drawing.elements")), 1)
        for key, modifiers, expected in [("z", 2, reversed(states[:-1])), ("Z", 10, states[1:])]:
            for size, hash in expected:
                page.key(key, modifiers=modifiers)
                page.key("9", modifiers=CONTROL)
                self.rest(page)
                self.assertEqual((self.size(page), self.screen_hash(page)), (size, hash))
        self.assertTrue(page.run("recorder.pages.isUnsaved"))
        log = self.log(page)
        page.reload()
        self.wait_for_start(page)
        self.assertEqual(self.log(page), log)
        self.assert_no_errors(page)

    def test_the_left_and_the_upper_border_move_with_what_was_drawn_beside_them(self):
        page = self.open(scale=2)
        left, top = self.offset(page)
        page.drag([(left + 30, top + 100), (left + 50, top + 150), (left + 90, top + 100)])
        page.key("r")
        page.drag([(left + 200, top + 50), (left + 250, top + 90), (left + 300, top + 120)])
        page.key("e")
        page.drag([(left + 180, top + 70), (left + 320, top + 80)])
        before = self.write_log(page, "before.jsonl")
        corner = self.corner(page)
        states = [hash_of(before)]
        for ends, right, down, size in [("-1,0", -40, 10, [440, 300]), ("0,-1", 20, -30, [440, 330]), ("-1,-1", 20, 15, [420, 315])]:
            self.pull(page, ends, right, down)
            self.assertEqual(self.size(page), size)
            corner = [corner[axis] + (right, down)[axis] * (ends.split(",")[axis] != "0") for axis in range(2)]
            # What was drawn is where it was on the screen.
            self.assertEqual(self.corner(page), corner)
            states.append(hash_of(self.write_log(page)))
            self.assertEqual(page.run("recorder.session.drawing.hash()"), states[-1])
        # 20 points more on the left and 15 above: the picture of before is a part of this one.
        doodle("render", before, "-o", self.path("before.png"))
        doodle("render", self.write_log(page), "-o", self.path("after.png"))
        differences = page.run(f"""(async () => {{
          const data = async (base64) => {{
            const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]))
            const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
            context.drawImage(bitmap, 0, 0)
            return context
          }}
          const one = (await data('{self.base64("before.png")}')).getImageData(0, 0, 800, 600).data
          const other = (await data('{self.base64("after.png")}')).getImageData(40, 30, 800, 600).data
          return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index])), 0)
        }})()""")
        self.assertLessEqual(differences, 1)
        for hash in states[-2::-1]:
            page.key("z", modifiers=CONTROL)
            self.assertEqual(page.run("recorder.session.drawing.hash()"), hash)
        page.key("y", modifiers=CONTROL)
        self.assertEqual(page.run("recorder.session.drawing.hash()"), states[1])
        # After a reload, one undo takes all elements back.
        count = page.run("recorder.session.drawing.undoCount")
        page.wait("document.getElementById('state').value.includes('kept')")
        page.reload()
        self.wait_for_start(page)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(page.run("recorder.session.drawing.undoCount"), count - 2)
        self.assert_no_errors(page)

    def base64(self, name):
        with open(self.path(name), "rb") as file:
            return base64.b64encode(file.read()).decode()

    def test_keys_move_the_border(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 100), (left + 350, top + 150), (left + 390, top + 100)])
        drawn = page.run("recorder.session.drawing.hash()")
        page.run("document.getElementById('canvas').focus()")
        page.key("Tab")
        for key, modifiers, size in [
            ("ArrowRight", SHIFT, [410, 300]), ("ArrowDown", 0, [410, 301]), ("ArrowLeft", 0, [409, 301]),
            ("ArrowUp", ALT | SHIFT, [409, 311]), ("ArrowLeft", ALT, [410, 311]),
        ]:
            page.key(key, modifiers=modifiers)
            self.rest(page)
            self.assertEqual(self.size(page), size)
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))
        # A key that is held moves it on, in one step, and Escape takes it back.
        key = {"key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39}
        for _ in range(5):
            page.call("Input.dispatchKeyEvent", type="keyDown", **key)
        self.assertEqual(page.run("document.querySelector('#edge output').value"), "415 × 311")
        page.key("Escape")
        page.call("Input.dispatchKeyEvent", type="keyUp", **key)
        self.assertEqual(self.size(page), [410, 311])
        for _ in range(5):
            page.key("z", modifiers=CONTROL)
        self.assertEqual((self.size(page), page.run("recorder.session.drawing.hash()")), ([400, 300], drawn))
        self.assert_no_errors(page)

    def test_the_handle_of_the_keys_is_seen_also_where_the_page_fills_the_window(self):
        page = self.open(url=self.write_page(name="window.html"))
        self.assertFalse(page.run("recorder.surface.view.isZoomed"))
        page.run("document.getElementById('canvas').focus()")
        page.key("Tab")
        self.rest(page)
        x, y = self.handle(page, "1,0")
        room = page.run("(({left, top, right, bottom}) => [left, top, right, bottom])(document.getElementById('frame').getBoundingClientRect())")
        self.assertTrue(room[0] < x < room[2] and room[1] < y < room[3])
        self.assertEqual(page.run("[document.getElementById('frame').scrollLeft, document.getElementById('frame').scrollTop]"), [0, 0])
        width, height = self.size(page)
        page.key("ArrowRight", modifiers=SHIFT)
        self.assertEqual(self.size(page), [width + 10, height])
        self.assert_no_errors(page)

    def test_a_drag_is_taken_back_by_escape(self):
        page = self.open()
        x, y = self.handle(page, "1,1")
        log = self.log(page)
        page.mouse("mousePressed", x, y, buttons=1, clickCount=1)
        page.mouse("mouseMoved", x + 60, y + 30, buttons=1)
        self.assertEqual(page.run("document.querySelector('#edge output').value"), "460 × 330")
        page.key("Escape")
        page.mouse("mouseReleased", x + 60, y + 30, buttons=0, clickCount=1)
        self.assertEqual(self.log(page), log)
        self.assertEqual(page.run("document.getElementById('edge').offsetWidth"), 400)
        self.assert_no_errors(page)

    def test_a_finger_makes_a_page_larger_that_fills_the_window_once_it_is_smaller(self):
        page = self.open(820, 1180, touch=True, url=self.write_page(name="window.html"))
        width, height = self.size(page)
        for _ in range(3):
            page.key("-", modifiers=CONTROL)
        self.rest(page)
        zoom = page.run("recorder.surface.view.zoom")
        x, y = self.handle(page, "0,1")
        box = page.run("(({width, height}) => [width, height])(document.querySelector('#edge i').getBoundingClientRect())")
        self.assertEqual(box, [44, 44])
        page.touch("touchStart", [(x, y)])
        page.touch("touchMove", [(x, y + 50)])
        page.touch("touchMove", [(x, y + 100)])
        page.touch("touchEnd", [])
        self.rest(page)
        self.assertEqual(self.size(page)[0], width)
        self.assertAlmostEqual(self.size(page)[1], height + 100 / zoom, delta=1)
        self.assertEqual(page.run("recorder.session.drawing.elements"), [])
        self.assert_no_errors(page)

    def test_an_element_that_is_dragged_off_the_page_is_seen_and_comes_back(self):
        page = self.open()
        left, top = self.offset(page)
        page.key("r")
        page.drag([(left + 40, top + 40), (left + 100, top + 100), (left + 140, top + 120)])
        page.key("v")
        # Not in the middle of the side, where a handle is.
        page.drag([(left + 40, top + 100)])
        page.drag([(left + 40, top + 100), (left - 60, top + 40), (left - 160, top + 50)])
        self.rest(page)
        # The page stays where it is; what lies beyond it is seen.
        self.assertEqual(self.corner(page), [left, top])
        part = page.run("recorder.surface.part")
        self.assertLess(part["x"], -150)
        self.assertTrue(page.run("document.getElementById('edge').classList.contains('veil')"))
        ink = f"""(([x, y]) => {{
          const canvas = document.getElementById('canvas')
          const {{ left, top, width }} = canvas.getBoundingClientRect()
          const factor = canvas.width / width
          return [...canvas.getContext('2d').getImageData((x - left) * factor, (y - top) * factor, 1, 1).data]
        }})([{left - 160}, {top + 40}])"""
        self.assertLess(page.run(ink)[0], 100)
        # The picture has it not.
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))
        page.key("Escape")
        page.drag([(left - 160, top + 40)])
        self.assertEqual(page.run("recorder.selecting.ids"), ["e1"])
        # Beyond the window, too: by the wheel.
        page.drag([(left - 160, top + 40), (left - 220, top + 40), (left - 290, top + 40)])
        self.rest(page)
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=500, y=300, deltaX=-300, deltaY=0)
        self.rest(page)
        box = page.run("(({left, right}) => [left, right])(document.getElementById('selection').getBoundingClientRect())")
        self.assertGreater(box[0], 100)
        page.drag([(box[0] + 1, top + 55), (box[0] + 200, top + 95), (box[0] + 400, top + 135)])
        self.rest(page)
        self.assertFalse(page.run("document.getElementById('edge').classList.contains('veil')"))
        page.key("9", modifiers=CONTROL)
        self.rest(page)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_ink_that_goes_over_the_border_does_not_change_the_view(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 300, top + 100), (left + 350, top + 150), (left + 440, top + 100)])
        page.key("v")
        page.drag([(left + 350, top + 148)])
        page.drag([(left + 350, top + 148), (left + 360, top + 150), (left + 370, top + 158)])
        self.rest(page)
        self.assertEqual(len([line for line in self.lines(page) if line.get("command") == "move"]), 1)
        self.assertFalse(page.run("recorder.surface.view.isZoomed"))
        self.assert_screen_is_log(page)
        # Zoomed out, all of it is seen.
        page.key("-", modifiers=CONTROL)
        self.rest(page)
        self.assertGreater(page.run("recorder.surface.part.width"), 440)
        self.assertTrue(page.run("document.getElementById('edge').classList.contains('veil')"))
        self.assert_no_errors(page)

    def test_a_picture_under_the_ink_has_its_own_size(self):
        page = self.open()
        page.run(
            """(async () => {
              const canvas = new OffscreenCanvas(60, 40)
              canvas.getContext('2d').fillRect(10, 10, 20, 20)
              await recorder.documents.openFiles([new File([await canvas.convertToBlob()], 'plan.png', { type: 'image/png' })])
            })()""")
        page.wait("recorder.session.pictures.size === 1")
        self.settle(page)
        self.assertEqual(page.run("getComputedStyle(document.querySelector('#edge i')).display"), "block")
        self.click(page, "Use as background")
        self.settle(page)
        self.assertEqual(page.run("getComputedStyle(document.querySelector('#edge i')).display"), "none")


if __name__ == "__main__":
    unittest.main()
