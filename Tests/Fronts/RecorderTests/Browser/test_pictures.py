"""Pictures that are opened, dropped or pasted: elements of the page, or its background if that is asked for."""

import base64
import json
import os
import random
import struct
import unittest
import zlib

from support import RecorderTest, doodle

CONTROL = 2
WHITE = (255, 255, 255)
RED, GREEN, BLUE = (200, 40, 30), (20, 150, 60), (30, 80, 200)


def png(width, height, row_of, kind=2):
    """A PNG. `row_of` gives the bytes of a row: of kind 2 red, green and blue, of kind 6 alpha, too."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + row_of(y) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


class PictureTests(RecorderTest):
    def open(self, *arguments, **options):
        page = super().open(*arguments, **options)
        self.left, self.top = self.offset(page)
        return page

    def picture(self, name, width, height, color):
        """The file of a picture of one color, whose left half is darker."""
        def row(_):
            return bytes(side // 2 for side in color) * (width // 2) + bytes(color) * (width - width // 2)
        return self.file(name, png(width, height, row))

    def file(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def wait_for_pictures(self, page, count):
        page.wait(f"recorder.session.drawing.elements.length === {count}")
        self.settle(page)

    def drop(self, page, files, x, y):
        """Drops files as a file manager does. The place is one of the window."""
        data = {"items": [], "files": files, "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            page.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose(self, page, files, *buttons):
        """Clicks, and chooses files in the dialog that opens."""
        page.call("Page.setInterceptFileChooserDialog", enabled=True)
        self.browser.events.clear()
        for name in buttons:
            self.click(page, name)
        opened = None
        while opened is None:
            page.run("0")
            opened = next((event for event in self.browser.events if event["method"] == "Page.fileChooserOpened"), None)
        page.call("DOM.setFileInputFiles", files=files, backendNodeId=opened["params"]["backendNodeId"])
        return opened["params"]["mode"]

    def paste(self, page, path):
        """Copies a picture as another program does, and pastes it by the keys."""
        with open(path, "rb") as file:
            data = base64.b64encode(file.read()).decode()
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        page.run(f"""(async () => {{
          focus()
          const blob = new Blob([Uint8Array.from(atob('{data}'), (letter) => letter.charCodeAt(0))], {{ type: 'image/png' }})
          await navigator.clipboard.write([new ClipboardItem({{ 'image/png': blob }})])
        }})()""")
        page.key("v", modifiers=CONTROL, commands=["paste"])

    def boxes(self, page):
        return [tuple(box[side] for side in ("x", "y", "width", "height")) for box in page.run("recorder.session.drawing.boxes")]

    def pixel(self, page, x, y):
        """Of the canvas, at a point of a page that is not zoomed."""
        self.settle(page)
        return tuple(page.run(
            f"""(() => {{
              const canvas = document.getElementById('canvas')
              const factor = canvas.width / recorder.session.size.width
              return [...canvas.getContext('2d').getImageData({x} * factor, {y} * factor, 1, 1).data].slice(0, 3)
            }})()"""))

    def images(self, page):
        return [line for line in self.lines(page) if line.get("command") == "image"]

    def selected(self, page):
        return page.run("recorder.selecting.ids")

    def hash(self, page):
        return page.run("recorder.session.drawing.hash()")

    def assert_saved_is_shown(self, page):
        """The file that the button saves has the pixels of the page, and needs no other."""
        saved = self.saved(page)
        self.assertEqual(doodle("hash", saved).split()[0], self.hash(page))
        return saved

    # Adding.

    def test_a_dropped_picture_lies_where_it_was_dropped_with_handles(self):
        page = self.open()
        size = self.lines(page)[0]["size"]
        self.drop(page, [self.picture("red.png", 120, 80, RED)], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        self.assertEqual(self.boxes(page), [(240, 160, 120, 80)])
        self.assertEqual((self.lines(page)[0]["size"], self.lines(page)[0]["background"]), (size, "#ffffff"))
        for x, color in [(239, WHITE), (240, (100, 20, 15)), (299, (100, 20, 15)), (300, RED), (359, RED), (360, WHITE)]:
            self.assertEqual(self.pixel(page, x, 200), color)
        self.assertEqual(len(self.selected(page)), 1)
        corner = page.run(
            "(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('[data-handle=\"2\"]').getBoundingClientRect())")
        self.assertAlmostEqual(corner[0], self.left + 360, delta=2)
        self.assertAlmostEqual(corner[1], self.top + 240, delta=2)
        self.assert_screen_is_log(page)
        self.assert_saved_is_shown(page)
        self.assert_no_errors(page)

    def test_a_pasted_or_opened_picture_lies_in_the_middle_of_what_is_seen_above_the_ink(self):
        page = self.open()
        width, height = self.lines(page)[0]["size"]
        page.drag([(self.left + width / 2 - 60, self.top + height / 2), (self.left + width / 2 + 60, self.top + height / 2)])
        self.paste(page, self.picture("a.png", 60, 40, RED))
        self.wait_for_pictures(page, 2)
        self.assertEqual(self.boxes(page)[1], (width / 2 - 30, height / 2 - 20, 60, 40))
        self.assertEqual(self.pixel(page, width / 2 + 10, height / 2), RED)
        # The button that lowers it is beside it.
        self.click(page, "Send to the back")
        self.assertLess(max(self.pixel(page, width / 2 + 10, height / 2)), 40)
        self.assertEqual(self.pixel(page, width / 2 + 10, height / 2 + 15), RED)
        # Of a page that is zoomed, what is seen is smaller.
        page.key("Escape")
        for _ in range(8):
            page.key("+", modifiers=CONTROL)
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=500, y=300, deltaX=400, deltaY=200)
        seen = page.run("recorder.surface.view.seen")
        self.assertLess(seen["width"], width / 4)
        mode = self.choose(page, [self.picture("b.png", 800, 200, GREEN)], "More", "Add pictures")
        self.assertEqual(mode, "selectMultiple")
        self.wait_for_pictures(page, 3)
        x, y, own_width, own_height = self.boxes(page)[2]
        self.assertAlmostEqual(own_width / own_height, 4, places=6)
        self.assertGreater(own_width, 0.6 * seen["width"])
        self.assertGreaterEqual(x, seen["x"])
        self.assertLessEqual(x + own_width, seen["x"] + seen["width"])
        self.assertAlmostEqual(x + own_width / 2, seen["x"] + seen["width"] / 2, delta=1)
        self.assertAlmostEqual(y + own_height / 2, seen["y"] + seen["height"] / 2, delta=1)
        page.key("9", modifiers=CONTROL)
        page.wait("!recorder.surface.view.isZoomed && recorder.surface.part.x === 0")
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_picture_has_a_pixel_of_the_screen_for_each_of_its_own_or_fits(self):
        page = self.open(scale=2)
        width, height = self.lines(page)[0]["size"]
        self.assertEqual(self.lines(page)[0]["scale"], 2)
        self.drop(page, [self.picture("small.png", 101, 61, RED)], self.left + 200, self.top + 200)
        self.wait_for_pictures(page, 1)
        self.assertEqual(self.boxes(page)[0][2:], (50.5, 30.5))
        # Its edges are those of pixels.
        x, y = self.boxes(page)[0][:2]
        self.assertEqual((x * 2 % 1, y * 2 % 1), (0, 0))
        self.drop(page, [self.picture("large.png", 3000, 1000, BLUE)], self.left + 5, self.top + 5)
        self.wait_for_pictures(page, 2)
        x, y, own_width, own_height = self.boxes(page)[1]
        self.assertAlmostEqual(own_width / own_height, 3, places=6)
        self.assertLessEqual(own_width, width)
        self.assertGreater(own_width, 0.9 * width)
        self.assert_screen_is_log(page)

    def test_several_pictures_are_one_step_and_none_hides_another(self):
        page = self.open()
        before = self.hash(page)
        # The largest is the last, and two have one name.
        os.makedirs(self.path("other"))
        sides = [(60, 60), (60, 60), (90, 40), (40, 90), (4000, 3000)]
        names = ["a.png", "other/a.png", "b.png", "c.png", "d.png"]
        files = [self.picture(name, *side, RED) for name, side in zip(names, sides)]
        self.drop(page, files, self.left + 400, self.top + 300)
        self.wait_for_pictures(page, 5)
        boxes = self.boxes(page)
        for index, (x, y, width, height) in enumerate(boxes):
            self.assertAlmostEqual(width / height, sides[index][0] / sides[index][1], places=6)
            # Its corner, and some pixels beside it, lie below no other.
            for other_x, other_y, other_width, other_height in boxes[index + 1:]:
                self.assertGreaterEqual(max(other_x - x, other_y - y, x - other_x - other_width, y - other_y - other_height), 8)
        self.assertEqual(len(self.selected(page)), 5)
        self.assert_screen_is_log(page)
        after = self.hash(page)
        page.key("z", modifiers=CONTROL)
        self.assertEqual((self.boxes(page), self.hash(page)), ([], before))
        page.key("y", modifiers=CONTROL)
        self.assertEqual(self.hash(page), after)
        self.assertEqual(self.messages(page), ["5 pictures lie on the page."])
        self.click(page, "Undo")
        self.assertEqual(self.boxes(page), [])
        self.assert_no_errors(page)

    def test_what_is_no_picture_is_told_and_the_others_are_added(self):
        page = self.open()
        self.drop(page, [self.file("broken.png", b"\x89PNG\r\n\x1a\nbroken"), self.picture("a.png", 60, 40, RED)], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        self.assertEqual(self.messages(page), ["broken.png is no picture that this browser reads.", "a.png lies on the page."])
        self.assert_no_errors(page)

    # Changing.

    def test_a_picture_is_moved_sized_turned_restyled_copied_and_deleted(self):
        page = self.open()
        self.drop(page, [self.picture("a.png", 120, 80, BLUE)], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        hashes = [self.hash(page)]

        def changed(count=1):
            self.settle(page)
            self.assertEqual(len(self.boxes(page)), count)
            self.assert_screen_is_log(page)
            self.assertNotIn(self.hash(page), hashes)
            hashes.append(self.hash(page))

        page.drag([(self.left + 300, self.top + 200), (self.left + 330, self.top + 215), (self.left + 340, self.top + 230)])
        changed()
        self.assertEqual(self.boxes(page), [(280, 190, 120, 80)])
        page.drag([(self.left + 400, self.top + 270), (self.left + 440, self.top + 290), (self.left + 460, self.top + 310)])
        changed()
        self.assertEqual(self.boxes(page), [(280, 190, 180, 120)])
        # The color of its left half, 15 40 100, at half opacity on white.
        page.run("""(() => {
          const slider = document.querySelector('#style [aria-label=Opacity]')
          slider.value = 0.5
          slider.dispatchEvent(new Event('input'))
          slider.dispatchEvent(new Event('change'))
        })()""")
        changed()
        for one, other in zip(self.pixel(page, 300, 250), (135, 147.5, 177.5)):
            self.assertAlmostEqual(one, other, delta=1)
        self.assertEqual([line.get("opacity") for line in self.lines(page) if line.get("command") == "restyle"], [0.5])
        # A quarter turn about its middle, (370, 250).
        handle = page.run(
            "(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('[data-handle=turn]').getBoundingClientRect())")
        page.drag([tuple(handle), (self.left + 470, self.top + 200), (self.left + 520, self.top + 250)])
        changed()
        for one, other in zip(self.boxes(page)[0], (310, 160, 120, 180)):
            self.assertAlmostEqual(one, other, delta=3)
        page.key("d", modifiers=CONTROL)
        changed(2)
        page.key("Delete")
        self.settle(page)
        self.assertEqual((len(self.boxes(page)), self.hash(page)), (1, hashes[-2]))
        for hash in [hashes[5], hashes[4], hashes[3], hashes[2], hashes[1], hashes[0]]:
            page.key("z", modifiers=CONTROL)
            self.assertEqual(self.hash(page), hash)
        for _ in range(3):
            page.key("y", modifiers=CONTROL)
        self.assertEqual(self.hash(page), hashes[3])
        self.assert_saved_is_shown(page)
        self.assert_no_errors(page)

    # Keeping.

    def test_saved_logs_and_the_browser_hold_pictures_of_several_pages(self):
        page = self.open()
        self.drop(page, [self.picture("a.png", 120, 80, RED)], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        self.click(page, "More")
        self.click(page, "Add a page")
        self.paste(page, self.picture("b.png", 200, 90, GREEN))
        self.wait_for_pictures(page, 1)
        page.drag([(self.left + 40, self.top + 40), (self.left + 80, self.top + 60)])
        saved = self.saved(page)
        expected = [line.split()[0] for line in doodle("hash", saved).splitlines()][:2]
        self.assertEqual(len(set(expected)), 2)

        def assert_pages(page):
            for key, hash in [("PageUp", expected[0]), ("PageDown", expected[1])]:
                page.key(key)
                self.assertEqual(self.hash(page), hash)

        assert_pages(page)
        # The small pictures of the pages have their colors.
        colors = """[...document.querySelectorAll('#page-list canvas')].map((canvas) => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
          let [red, green] = [0, 0]
          for (let index = 0; index < data.length; index += 4) {
            red += data[index] - data[index + 1] > 60
            green += data[index + 1] - data[index] > 60
          }
          return [red > 9, green > 9]
        })"""
        page.wait(f"JSON.stringify({colors}) === '[[true,false],[false,true]]'")
        page.wait("document.getElementById('state').value.includes('kept')")
        page.reload()
        self.wait_for_start(page)
        page.wait("recorder.pages.count === 2")
        assert_pages(page)
        other = self.open(url=self.write_page(name="other.html"))
        self.drop(other, [saved], self.left + 300, self.top + 200)
        other.wait("recorder.pages.count === 2")
        other.key("PageDown")
        assert_pages(other)
        self.assert_no_errors(page)
        self.assert_no_errors(other)

    def test_translucent_pixels_stay_what_they_are(self):
        page = self.open()
        noise = random.Random(2)
        path = self.file("veil.png", png(120, 90, lambda y: noise.randbytes(480), kind=6))
        self.drop(page, [path], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        hash = self.hash(page)
        saved = self.assert_saved_is_shown(page)
        page.wait("document.getElementById('state').value.includes('kept')")
        page.reload()
        self.wait_for_start(page)
        self.wait_for_pictures(page, 1)
        self.assertEqual(self.hash(page), hash)
        other = self.open(url=self.write_page(name="other.html"))
        self.drop(other, [saved], self.left + 300, self.top + 200)
        self.wait_for_pictures(other, 1)
        self.assertEqual(self.hash(other), hash)
        self.assert_no_errors(other)

    def test_a_picture_that_is_too_large_for_a_log_can_be_added_smaller(self):
        page = self.open()
        noise = random.Random(1)
        path = self.file("noise.png", png(3200, 2600, lambda y: noise.randbytes(9600)))
        self.drop(page, [path], self.left + 300, self.top + 200)
        page.wait("document.querySelector('.message') !== null")
        self.assertEqual(self.messages(page), ["noise.png is too large to lie on a page: add it smaller, or use it as the background."])
        self.assertEqual(self.boxes(page), [])
        self.click(page, "Add it smaller")
        self.wait_for_pictures(page, 1)
        x, y, width, height = self.boxes(page)[0]
        self.assertAlmostEqual(width / height, 3200 / 2600, delta=0.001)
        self.assert_saved_is_shown(page)
        self.assert_no_errors(page)

    # The background.

    def test_a_picture_becomes_the_background_if_that_is_asked_for(self):
        page = self.open()
        before = self.log(page)
        self.drop(page, [self.picture("plan.png", 320, 200, GREEN)], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        element = self.log(page)
        self.click(page, "Use as background")
        self.settle(page)
        header = self.lines(page)[0]
        self.assertEqual((header["background"], header["size"], header["scale"]), ("plan.png", [320, 200], 1))
        self.assertEqual(self.boxes(page), [])
        self.assertEqual(self.messages(page), ["plan.png is the background of the page."])
        self.left, self.top = self.offset(page)
        page.key("p")
        page.drag([(self.left + 30, self.top + 30), (self.left + 190, self.top + 160)])
        self.assert_screen_is_log(page)
        # The saved log holds the picture, and can be opened again.
        saved = self.assert_saved_is_shown(page)
        with open(saved, encoding="utf-8") as file:
            self.assertTrue(json.loads(file.readline())["background"].startswith("data:image/png;base64,"))
        other = self.open(url=self.write_page(name="other.html"))
        self.drop(other, [saved], self.left + 100, self.top + 100)
        other.wait("recorder.session.header.background === 'picture.png'")
        self.assertEqual(self.hash(other), self.hash(page))
        self.assert_no_errors(other)
        # Undo makes it an element again, and takes that back, too.
        drawn = self.log(page)
        page.key("z", modifiers=CONTROL)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.log(page), element)
        page.key("z", modifiers=CONTROL)
        self.assertEqual((self.boxes(page), self.lines(page)[0]), ([], json.loads(before)))
        for _ in range(3):
            page.key("y", modifiers=CONTROL)
        self.assertEqual(len(self.boxes(page)), 1)
        self.assertEqual(self.hash(page), doodle("hash", saved).split()[0])
        self.assertTrue(self.log(page).startswith(drawn))
        page.wait("document.getElementById('state').value.includes('kept')")
        hash = self.hash(page)
        page.reload()
        self.wait_for_start(page)
        page.wait("recorder.session.header.background === 'plan.png'")
        self.assertEqual(self.hash(page), hash)
        self.assert_no_errors(page)

    def test_a_background_without_ink_is_not_lost(self):
        page = self.open()
        self.drop(page, [self.picture("plan.png", 320, 200, GREEN)], self.left + 300, self.top + 200)
        self.wait_for_pictures(page, 1)
        self.click(page, "Use as background")
        page.wait("recorder.session.header.background === 'plan.png'")
        self.assertIn("Not saved", page.run("document.getElementById('state').value"))
        hash = self.hash(page)
        page.reload()
        self.wait_for_start(page)
        page.wait("recorder.session.header.background === 'plan.png'")
        self.assertEqual(self.hash(page), hash)

    def test_below_ink_a_background_makes_the_page_as_large_as_its_proportions_ask_for(self):
        page = self.open(url=self.write_page("--canvas", "400x300", name="small.html"))
        page.drag([(self.left + 20, self.top + 20), (self.left + 390, self.top + 290)])
        self.drop(page, [self.picture("wide.png", 200, 100, GREEN)], self.left + 100, self.top + 100)
        self.wait_for_pictures(page, 2)
        page.key("c", modifiers=CONTROL)
        page.key("v", modifiers=CONTROL, commands=["paste"])
        self.wait_for_pictures(page, 3)
        page.key("[")
        # The menu of the copy, at its lower right corner, where no ink is.
        x, y, width, height = self.boxes(page)[0]
        place = (self.left + x + width - 9, self.top + y + 9)
        page.mouse("mousePressed", *place, button="right", buttons=2, clickCount=1)
        page.mouse("mouseReleased", *place, button="right", buttons=0, clickCount=1)
        self.click(page, "Use as background")
        self.settle(page)
        header = self.lines(page)[0]
        # 600 by 300 points hold 400 by 300, and are twice as wide as high.
        self.assertEqual((header["size"], header["background"]), ([600, 300], "picture.png"))
        self.assertEqual(len(self.boxes(page)), 2)
        self.assertEqual([self.pixel(page, 10, 290), self.pixel(page, 590, 10)], [(10, 75, 30), GREEN])
        self.assert_saved_is_shown(page)
        self.click(page, "Undo")
        self.assertEqual((len(self.boxes(page)), self.lines(page)[0]["size"]), (3, [400, 300]))
        self.assert_no_errors(page)

    def test_pages_have_backgrounds_of_their_own_also_of_one_name(self):
        page = self.open()
        colors = [RED, GREEN, BLUE]
        for index, color in enumerate(colors):
            if index > 0:
                self.click(page, "Add a page")
            if index == 0:
                self.click(page, "Pages")
            self.drop(page, [self.picture("image.png", 320, 200, color)], self.left + 100, self.top + 100)
            self.wait_for_pictures(page, 1)
            self.click(page, "Use as background")
            page.wait("recorder.session.drawing.elements.length === 0")
        self.assertEqual([self.pixel(page, 315, 195), self.lines(page)[0]["size"]], [BLUE, [320, 200]])
        hashes = [self.hash(page)]
        for _ in range(2):
            page.key("PageUp")
            hashes.insert(0, self.hash(page))
        self.assertEqual(len(set(hashes)), 3)
        self.assertEqual([line.split()[0] for line in doodle("hash", self.saved(page)).splitlines()][:3], hashes)
        self.assert_no_errors(page)


if __name__ == "__main__":
    unittest.main()
