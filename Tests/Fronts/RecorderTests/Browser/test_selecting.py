"""Selecting several elements and changing them: each change is in the log, and the command draws it."""

import json
import math
import unittest

from support import RecorderTest

ALT = 1
CONTROL = 2
SHIFT = 8


class SelectingTests(RecorderTest):
    def setUp(self):
        super().setUp()
        self.page = self.open()
        self.left, self.top = self.offset(self.page)

    def at(self, x, y):
        return self.left + x, self.top + y

    def drag(self, *points, **properties):
        self.page.drag([self.at(*point) for point in points], **properties)

    def draw_three(self):
        """Lines at the heights 60, 160 and 260."""
        self.page.key("l")
        for y in (60, 160, 260):
            self.drag((60, y), (200, y))
        self.page.key("v")

    def selected(self):
        return self.page.run("recorder.selecting.ids")

    def commands(self):
        """The commands of the log."""
        return [line for line in self.lines(self.page) if "command" in line]

    def center(self, index):
        box = self.page.run(f"recorder.session.drawing.boxes[{index}]")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def assert_near(self, pair, other, delta=0.2):
        self.assertEqual(len(pair), len(other))
        for one, two in zip(pair, other):
            self.assertAlmostEqual(one, two, delta=delta)

    def assert_all_agree(self):
        self.assert_screen_is_log(self.page)
        self.assert_no_errors(self.page)
        self.assertEqual(self.messages(self.page), [])

    def test_a_drag_with_alt_moves_copies_and_the_originals_stay(self):
        self.draw_three()
        self.page.key("a", modifiers=CONTROL)
        self.drag((130, 60), (150, 75), (170, 100), modifiers=ALT)
        added = self.commands()
        self.assertEqual([(line["command"], line["id"], line["by"]) for line in added],
                         [("duplicate", id, [40, 40]) for id in ("e1", "e2", "e3")])
        self.assertEqual(self.selected(), ["e4", "e5", "e6"])
        self.assert_near(self.center(0), (130, 60))
        self.assert_near(self.center(3), (170, 100))
        self.assert_all_agree()
        self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.page.run("recorder.session.drawing.elements.length"), 3)
        self.page.key("Escape")
        self.drag((130, 60), (170, 110), modifiers=ALT | SHIFT)
        self.assertEqual(self.commands()[-1]["by"], [45, 45])
        self.assert_all_agree()

    def test_handles_at_the_sides_make_a_shape_wider_or_lower_and_the_opposite_side_stays(self):
        for key in "ro":
            with self.subTest(key=key):
                self.page.key(key)
                self.drag((100, 100), (150, 130), (200, 180))
                self.page.key("v")
                self.page.key("a", modifiers=CONTROL)
                box = [100, 100, 200, 180]
                for name, by, expected in [
                    ("right", (60, 7), [100, 100, 260, 180]), ("bottom", (3, -20), [100, 100, 260, 160]),
                    ("left", (40, 0), [140, 100, 260, 160]), ("top", (0, -30), [140, 70, 260, 160]),
                    ("right", (-500, 0), [140, 70, 141, 160]),
                ]:
                    x, y = self.handle(name)
                    middle = (x + by[0] / 3, y + by[1] / 3)
                    self.page.drag([(x, y), middle, (x + by[0], y + by[1])])
                    [style] = self.page.run("recorder.session.drawing.styles(recorder.selecting.ids)")
                    self.assert_near(style["box"], expected, 0.002)
                    self.assertEqual(style["width"], 3)
                    self.assertEqual([line["command"] for line in self.commands()[-2:]], ["stretch", "move"])
                    self.assert_all_agree()
                for _ in range(5):
                    self.page.key("z", modifiers=CONTROL)
                [style] = self.page.run("recorder.session.drawing.styles(recorder.session.drawing.elements)")
                self.assertEqual(style["box"], box)
                self.page.key("z", modifiers=CONTROL)

    def test_only_what_can_be_stretched_has_handles_at_its_sides(self):
        def shown():
            return self.page.run("[...document.querySelectorAll('#selection i')].filter((i) => i.offsetParent).length")

        for key, count in [("p", 5), ("r", 9), ("o", 9), ("g", 5), ("s", 5), ("l", 2)]:
            self.page.key(key)
            self.drag((100, 100), (150, 130), (200, 180))
            self.page.key("v")
            self.page.key("a", modifiers=CONTROL)
            self.assertEqual(shown(), count, key)
            self.page.key("Delete")
        # On a small one, they would leave no place to drag it.
        self.page.key("r")
        self.drag((100, 100), (110, 120), (200, 130))
        self.page.key("v")
        self.page.key("a", modifiers=CONTROL)
        self.assertEqual(shown(), 5)
        self.page.key("Delete")
        # Of what is turned, the sides are not those of its box.
        self.page.key("r")
        self.drag((100, 100), (150, 130), (200, 180))
        self.page.key("v")
        self.page.key("a", modifiers=CONTROL)
        x, y = self.handle("turn")
        self.page.drag([(x, y), (x + 40, y + 5)])
        self.assertEqual(shown(), 5)
        self.page.key("a", modifiers=CONTROL)

    def test_what_is_selected_is_duplicated_with_its_holes_and_copied_cut_and_pasted(self):
        self.draw_three()
        self.page.key("e")
        self.drag((120, 30), (120, 90))
        self.page.key("v")
        self.page.key("a", modifiers=CONTROL)
        self.page.key("d", modifiers=CONTROL)
        copies = self.selected()
        self.assertEqual(len(copies), 3)
        self.assertEqual(
            [(line["command"], line["id"], line["by"]) for line in self.commands()],
            [("duplicate", f"e{number}", [16, 16]) for number in (1, 2, 3)])
        self.assert_near(self.center(3), (146, 76))
        self.assert_all_agree()
        # What is selected can be moved at once, and one undo takes all copies back.
        self.page.key("ArrowRight")
        self.assertEqual([line["id"] for line in self.commands()[3:]], copies)
        self.page.key("z", modifiers=CONTROL)
        self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e1", "e2", "e3"])

        def paste():
            self.page.key("v", modifiers=CONTROL, commands=["paste"])

        before = len(self.commands())
        paste()
        self.assertEqual(len(self.commands()), before, "nothing was copied")
        self.drag((20, 20), (260, 100))
        self.page.key("c", modifiers=CONTROL)
        paste()
        paste()
        self.assertEqual([line["by"] for line in self.commands()[before:]], [[16, 16], [32, 32]])
        # What was cut comes back where it was, with its hole, also while another tool is chosen.
        self.drag((20, 100), (260, 280))
        self.assertIn("e2", self.selected())
        self.page.key("x", modifiers=CONTROL)
        self.assertNotIn("e2", self.page.run("recorder.session.drawing.elements"))
        self.page.key("p")
        paste()
        self.assertEqual(self.page.run("recorder.toolName"), "select")
        self.assertEqual(self.commands()[-1]["id"], "e3")
        self.assertEqual(self.commands()[-1]["by"], [0, 0])
        self.assert_all_agree()

    def test_a_marquee_selects_what_it_surrounds_and_a_drag_moves_it_as_one_step(self):
        self.draw_three()
        before = self.screen_hash(self.page)
        self.drag((20, 20), (150, 100), (260, 200))
        self.assertEqual(self.selected(), ["e1", "e2"])
        self.assertEqual(self.commands(), [])
        self.drag((100, 60), (150, 90), (130, 110))
        moves = self.commands()
        self.assertEqual([(line["id"], line["by"]) for line in moves], [("e1", [30, 50]), ("e2", [30, 50])])
        self.assert_near(self.center(0), (160, 110))
        self.assert_near(self.center(1), (160, 210))
        self.assert_near(self.center(2), (130, 260))
        self.assert_all_agree()
        after = self.screen_hash(self.page)
        self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.screen_hash(self.page), before)
        self.page.key("y", modifiers=CONTROL)
        self.assertEqual(self.screen_hash(self.page), after)
        self.assertEqual([(line["command"], line["count"]) for line in self.commands()[2:]], [("undo", 2), ("redo", 2)])
        # A stroke after an undo is a step of its own.
        self.page.key("z", modifiers=CONTROL)
        self.page.key("p")
        for y in (400, 450):
            self.drag((60, y), (90, y))
        self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.commands()[-1]["command"], "undo")
        self.assertNotIn("count", self.commands()[-1])
        self.assertEqual(self.page.run("recorder.session.drawing.elements.length"), 4)
        self.assert_all_agree()

    def test_a_step_of_several_moves_stays_one_after_a_reload(self):
        self.draw_three()
        before = self.screen_hash(self.page)
        self.page.key("a", modifiers=CONTROL)
        self.page.key("ArrowDown", modifiers=SHIFT)
        self.page.key("ArrowRight")
        after = self.screen_hash(self.page)
        self.assertEqual(len(self.commands()), 6)
        self.page.wait("document.getElementById('state').value.includes('kept')")
        self.page.reload()
        self.wait_for_start(self.page)
        self.assertEqual(self.screen_hash(self.page), after)
        for _ in range(2):
            self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.screen_hash(self.page), before)
        self.assertEqual([line["count"] for line in self.commands()[6:]], [3, 3])
        self.assert_screen_is_log(self.page)

    def test_a_lasso_selects_what_its_path_surrounds(self):
        self.draw_three()
        self.click(self.page, "Lasso")
        # Around the first and the last line, but not the one between them.
        self.drag((40, 40), (300, 40), (300, 290), (40, 290), (40, 230), (250, 230), (250, 90), (40, 90))
        self.assertEqual(self.selected(), ["e1", "e3"])
        self.page.key("Delete")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e2"])
        self.assertEqual([line["command"] for line in self.commands()], ["delete", "delete"])
        self.assert_all_agree()

    def test_clicks_with_shift_add_and_remove_and_a_click_beside_ends_it(self):
        self.draw_three()
        self.drag((100, 60))
        self.assertEqual(self.selected(), ["e1"])
        self.drag((100, 260), modifiers=SHIFT)
        self.assertEqual(self.selected(), ["e1", "e3"])
        self.drag((100, 60), modifiers=SHIFT)
        self.assertEqual(self.selected(), ["e3"])
        self.drag((100, 160))
        self.assertEqual(self.selected(), ["e2"])
        self.drag((500, 460))
        self.assertEqual(self.selected(), [])
        self.page.key("a", modifiers=CONTROL)
        self.assertEqual(self.selected(), ["e1", "e2", "e3"])
        self.page.key("Escape")
        self.assertEqual(self.selected(), [])
        self.assertEqual(self.commands(), [])

    def test_a_drag_shows_what_it_will_do_and_escape_ends_it_without_a_trace(self):
        self.draw_three()
        self.page.key("a", modifiers=CONTROL)
        before, log = self.screen_hash(self.page), self.log(self.page)
        self.page.mouse("mousePressed", *self.at(100, 60), buttons=1, clickCount=1)
        for x in (120, 160, 230):
            self.page.mouse("mouseMoved", *self.at(x, 80), buttons=1)
        shown = self.screen_hash(self.page)
        self.assertNotEqual(shown, before)
        self.assertEqual(self.log(self.page), log)
        self.page.key("Escape")
        self.assertEqual(self.screen_hash(self.page), before)
        self.page.mouse("mouseMoved", *self.at(330, 80), buttons=1)
        self.page.mouse("mouseReleased", *self.at(330, 80), buttons=0, clickCount=1)
        self.assertEqual((self.screen_hash(self.page), self.log(self.page)), (before, log))
        self.drag((100, 60), (160, 70), (230, 80))
        self.assertEqual(self.screen_hash(self.page), shown)
        self.assert_all_agree()

    def test_to_the_front_and_to_the_back(self):
        for color, x in [("Red", 60), ("Blue", 90), ("Green", 120)]:
            self.page.key("r")
            self.click(self.page, color)
            if x == 60:
                self.click(self.page, "Filled")
            self.drag((x, x), (x + 100, x + 100))
        self.page.key("v")
        self.drag((65, 65))
        self.drag((100, 185), modifiers=SHIFT)
        self.assertEqual(self.selected(), ["e1", "e2"])
        self.page.key("]")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e3", "e1", "e2"])
        self.page.key("[")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e1", "e2", "e3"])
        self.assertEqual([(line["command"], line["id"]) for line in self.commands()],
                         [("raise", "e1"), ("raise", "e2"), ("lower", "e2"), ("lower", "e1")])
        self.assert_all_agree()

    def slide(self, name, value, kind="input change"):
        self.page.run(
            f"""{{ const slider = document.querySelector('[aria-label={name}]'); slider.value = {value}
              for (const kind of '{kind}'.split(' ')) slider.dispatchEvent(new Event(kind)) }}""")

    def test_what_is_selected_takes_another_style(self):
        self.page.key("r")
        self.drag((60, 60), (160, 160))
        self.page.key("p")
        self.drag((60, 200), (160, 260))
        self.page.run("recorder.command('text', { text: 'Words', at: [200, 60], size: 30 })")
        self.page.key("a", modifiers=CONTROL)
        self.assertEqual(
            self.page.run("[...document.querySelectorAll('#style label.slider')].filter((row) => !row.hidden)"
                          ".map((row) => row.textContent.replace(/[^A-Z].*/i, ''))"), ["Width", "Size", "Opacity"])
        log = self.log(self.page)
        shown = self.screen_hash(self.page)
        for value in (4, 9, 14):
            self.slide("Width", value, "input")
        self.assertEqual(self.log(self.page), log)
        self.assertNotEqual(self.screen_hash(self.page), shown)
        self.slide("Width", 12)
        self.slide("Opacity", 0.5)
        self.click(self.page, "Red")
        self.click(self.page, "Filled")
        self.slide("Size", 50)
        changes = [{k: v for k, v in line.items() if k not in ("command", "group", "time")} for line in self.commands()[1:]]
        ids = ["e1", "e2", "e3"]
        self.assertEqual(changes, [
            *({"id": id, "width": 12} for id in ids), *({"id": id, "opacity": 0.5} for id in ids),
            *({"id": id, "color": "#e03131"} for id in ids), {"id": "e1", "fill": "#e03131"}, {"id": "e3", "size": 50}])
        self.assert_all_agree()
        for _ in range(5):
            self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.screen_hash(self.page), shown)

    def handle(self, name):
        box = self.page.run(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])("
            f"document.querySelector('[data-handle=\"{name}\"]').getBoundingClientRect())")
        return tuple(box)

    def test_handles_scale_and_turn(self):
        self.draw_three()
        self.page.key("a", modifiers=CONTROL)
        self.settle(self.page)
        (x, y), common = self.handle(2), (58.5, 58.5, 201.5, 261.5)
        # Half as large, about the upper left corner.
        self.page.drag([(x, y), (x - 40, y - 60), (x - (common[2] - common[0]) / 2, y - (common[3] - common[1]) / 2)])
        self.assert_near([line["scale"] for line in self.commands()], [0.5] * 3, 0.002)
        for index, height in enumerate((60, 160, 260)):
            self.assert_near(self.center(index), (58.5 + (130 - 58.5) / 2, 58.5 + (height - 58.5) / 2), 0.5)
        self.assert_all_agree()
        self.settle(self.page)
        x, y = self.handle("turn")
        about = self.center(1)
        radius = self.top + about[1] - y
        # To the right, about the middle: by 90 degrees, which Shift makes of 87.
        end = (self.left + about[0] + radius, self.top + about[1] - radius * math.tan(math.radians(3)))
        self.page.drag([(x, y), (x + 30, y), end], modifiers=SHIFT)
        self.assertEqual([line["rotate"] for line in self.commands()[3:]], [90] * 3)
        self.assert_near(self.center(0), (about[0] + 50, about[1]), 0.5)
        self.assert_near(self.center(2), (about[0] - 50, about[1]), 0.5)
        self.assert_all_agree()
        for _ in range(2):
            self.page.key("z", modifiers=CONTROL)
        self.assert_near(self.center(0), (130, 60))

    def press(self, name):
        """Clicks a button of the bar beside the selection."""
        box = self.page.run(
            f"""(({{x, y, width, height}}) => [x + width / 2, y + height / 2])(
              document.querySelector('#beside [aria-label={json.dumps(name)}]').getBoundingClientRect())""")
        self.page.drag([tuple(box)])

    def test_the_bar_beside_the_selection_changes_it(self):
        self.draw_three()
        self.assertTrue(self.page.run("document.getElementById('beside').hidden"))
        self.drag((100, 160))
        self.settle(self.page)
        self.press("Bring to the front")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e1", "e3", "e2"])
        self.press("Send to the back")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e2", "e1", "e3"])
        self.press("Color")
        self.press("Yellow")
        self.press("Duplicate")
        [copy] = self.selected()
        self.press("Delete")
        self.settle(self.page)
        self.assertTrue(self.page.run("document.getElementById('beside').hidden"))
        self.assertEqual(
            [(line["command"], line["id"]) for line in self.commands()],
            [("raise", "e2"), ("lower", "e2"), ("restyle", "e2"), ("duplicate", "e2"), ("delete", copy)])
        self.assertEqual(self.commands()[2]["color"], "#ffd43b")
        self.assert_all_agree()
        for count in range(5):
            self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e1", "e2", "e3"])
        self.assert_all_agree()

    def test_handles_and_the_bar_are_in_the_window_wherever_the_element_is(self):
        for width, height in [(1280, 800), (820, 1180), (390, 844), (844, 390), (320, 640)]:
            self.page = page = self.open(width, height, touch=width < 1280)
            left, top, across, down = page.run(
                "(({left, top, width, height}) => [left, top, width, height])(document.getElementById('frame').getBoundingClientRect())")
            page.run("document.querySelectorAll('.message').forEach((message) => message.remove())")
            boxes = [(30, 3, 60, 40), (across - 90, 3, 60, 40), (30, down - 60, 60, 40), (2, 2, across - 4, down - 4),
                     (across / 2, down / 2, 60, 30), (-40, 80, 60, 40)]
            for x, y, w, h in boxes:
                with self.subTest(window=(width, height), box=(x, y, w, h)):
                    page.run("recorder.begin()")
                    page.run(f"""recorder.session.apply(JSON.stringify({{ tool: 'rect', color: '#e03131', width: 3 }}) + '\\n'
                      + JSON.stringify({{ phase: 'began', point: [{x}, {y}] }}) + '\\n'
                      + JSON.stringify({{ phase: 'ended', point: [{x + w}, {y + h}] }}) + '\\n')""")
                    page.run("recorder.selectAll()")
                    self.settle(page)
                    hx, hy = self.handle("turn")
                    self.assertTrue(left < hx < left + across and top < hy < top + down, (hx, hy))
                    self.assertEqual(page.run(f"document.elementFromPoint({hx}, {hy}).dataset.handle"), "turn")
                    for button in page.run(
                            "[...document.querySelectorAll('#beside button')].filter((b) => b.offsetParent)"
                            ".map((b) => (({x, y, width, height}) => [x + width / 2, y + height / 2])(b.getBoundingClientRect()))"):
                        self.assertTrue(page.run(f"document.elementFromPoint(...{button}).closest('#beside') !== null"), button)

    def test_the_ends_of_a_line_are_moved_and_it_stays_as_thick(self):
        for kind, start, end in [("l", (60, 60), (200, 60)), ("a", (80, 200), (180, 320))]:
            self.page.key(kind)
            self.drag(start, end)
            self.page.key("v")
            self.page.key("n")
            self.settle(self.page)
            before = self.screen_hash(self.page)
            for name, (right, down) in [("to", (260 - end[0], 150 - end[1])), ("from", (100 - start[0], 110 - start[1]))]:
                # Browsers have whole pixels for a mouse.
                x, y = map(round, self.handle(name))
                self.page.drag([(x, y), (x + 30, y + 9), (x + right, y + down)])
                self.settle(self.page)
            [style] = self.page.run("recorder.selecting.styles")
            self.assert_near(style["ends"], [100, 110, 260, 150], 0.05)
            self.assertAlmostEqual(style["width"], 3, delta=0.01)
            self.assert_all_agree()
            drawn = self.screen_hash(self.page)
            # A line that was drawn there is the same, but for roundings.
            box = self.page.run("recorder.session.drawing.boxes[recorder.session.drawing.elements.indexOf(recorder.selecting.ids[0])]")
            if kind == "l":
                self.assert_near([box["x"], box["y"], box["width"], box["height"]], [98.5, 108.5, 163, 43], 0.7)
            for _ in range(2):
                self.page.key("z", modifiers=CONTROL)
            self.assertEqual(self.screen_hash(self.page), before)
            for _ in range(2):
                self.page.key("y", modifiers=CONTROL)
            self.assertEqual(self.screen_hash(self.page), drawn)
            self.page.key("Escape")
            self.assertEqual(self.selected(), [])
        # With Shift, by 15 degrees.
        self.page.key("n")
        self.settle(self.page)
        self.page.drag([self.handle("to"), self.at(200, 140), self.at(300, 116)], modifiers=SHIFT)
        x, y, x2, y2 = self.page.run("recorder.selecting.styles[0].ends")
        self.assertAlmostEqual(math.degrees(math.atan2(y2 - y, x2 - x)) % 15, 0, delta=0.05)

    def test_a_finger_moves_the_end_of_a_line(self):
        page = self.page = self.open(touch=True)
        self.left, self.top = self.offset(page)
        page.key("l")
        self.drag((60, 60), (200, 60))
        page.key("v")
        page.key("n")
        self.settle(page)
        x, y = self.handle("to")
        for kind, points in [("touchStart", [(x + 12, y + 9)]), ("touchMove", [(x + 30, y + 40)]), ("touchMove", [(x + 52, y + 89)]), ("touchEnd", [])]:
            page.touch(kind, points)
        page.wait("recorder.session.log().includes('transform')")
        self.assert_near(page.run("recorder.selecting.styles[0].ends"), [60, 60, 240, 140], 0.2)
        self.assert_all_agree()

    def test_the_width_that_is_shown_is_the_width_that_is_seen(self):
        self.page.key("l")
        self.drag((60, 60), (200, 60))
        self.page.run("recorder.command('transform', { id: 'e1', scale: 2 })")
        self.page.key("v")
        self.page.key("n")
        self.assertEqual(self.page.run("Number(document.querySelector('[aria-label=Width]').value)"), 6)
        self.slide("Width", 10)
        self.assertEqual(self.commands()[-1]["width"], 5)
        self.settle(self.page)
        self.assertAlmostEqual(self.page.run("recorder.session.drawing.boxes[0].height"), 10, delta=0.1)
        self.assert_all_agree()

    def right_click(self, x, y):
        x, y = self.at(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.page.mouse(kind, x, y, button="right", buttons=2, clickCount=1)

    def test_the_menu_at_the_pointer_is_that_of_the_element_or_of_the_page(self):
        self.draw_three()
        self.page.key("p")
        self.right_click(100, 160)
        self.page.wait("!document.getElementById('element-menu').hidden")
        self.assertEqual((self.selected(), self.page.run("recorder.toolName")), (["e2"], "select"))
        self.assertNotIn("Edit the text", self.page.run("document.getElementById('element-menu').innerText"))
        self.page.key("Escape")
        self.assertTrue(self.page.run("document.getElementById('element-menu').hidden"))
        self.assertEqual(self.selected(), ["e2"])
        self.right_click(100, 160)
        self.click(self.page, "Cut")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["e1", "e3"])
        # At the corner of the window the menu is in the window.
        self.right_click(940, 500)
        self.page.wait("!document.getElementById('page-menu').hidden")
        right, bottom = self.page.run("(({right, bottom}) => [right, bottom])(document.getElementById('page-menu').getBoundingClientRect())")
        self.assertTrue(right <= 1000 and bottom <= 700)
        self.click(self.page, "Paste")
        self.assertEqual(len(self.page.run("recorder.session.drawing.elements")), 3)
        self.assertEqual(self.touches(self.page)[-1]["phase"], "ended")
        self.assert_all_agree()

    def test_a_drag_with_shift_goes_straight(self):
        self.draw_three()
        self.drag((100, 60), (150, 63), (180, 66), modifiers=SHIFT)
        self.assertEqual(self.commands()[0]["by"], [80, 0])
        self.assert_all_agree()

    def test_a_finger_selects_and_moves(self):
        page = self.page = self.open(touch=True)
        self.draw_three()
        for kind, points in [("touchStart", [(100, 170)]), ("touchMove", [(140, 200)]), ("touchMove", [(160, 220)]), ("touchEnd", [])]:
            page.touch(kind, [self.at(*point) for point in points])
        page.wait("recorder.session.log().includes('move')")
        self.assertEqual([(line["id"], line["by"]) for line in self.commands()], [("e2", [60, 50])])
        self.assert_all_agree()

    def test_letters_that_the_font_lacks_are_said_while_they_are_typed(self):
        page = self.page
        page.key("t")
        page.drag([self.at(300, 260)])
        page.wait("document.getElementById('entry') !== null")
        page.call("Input.insertText", text="Hi \u732b")
        note = "document.getElementById('entry-note')"
        self.assertEqual(page.run(f"{note}.value"), "the font lacks \u732b; boxes are drawn for them")
        page.run("{ const area = document.getElementById('entry'); area.value = 'Hi'; area.dispatchEvent(new Event('input')) }")
        self.assertEqual(page.run(f"{note}.value"), "")
        page.key("Enter")
        self.assertTrue(page.run(f"{note} === null"))
        self.assert_all_agree()

    def test_what_is_typed_is_seen_as_it_will_be_drawn(self):
        page = self.page
        self.draw_three()
        before, log = self.screen_hash(page), self.log(page)
        entry = "document.getElementById('entry')"
        screens = {}
        for end in ("Escape", "Enter"):
            page.key("t")
            page.drag([self.at(300, 260)])
            page.wait(f"{entry} !== null")
            for part in ("Hello", " you"):
                page.call("Input.insertText", text=part)
            screens[end] = self.screen_hash(page)
            self.assertEqual(self.log(page), log)
            self.assertEqual(page.run(f"getComputedStyle({entry}).color"), "rgba(0, 0, 0, 0)")
            # The letters typed are as wide as those drawn.
            typed, drawn = page.run(f"""(() => {{
                const context = document.createElement('canvas').getContext('2d')
                const style = getComputedStyle({entry})
                context.font = `${{style.fontSize}} ${{style.fontFamily}}`
                const typed = context.measureText({entry}.value).width + {entry}.value.length * parseFloat(style.letterSpacing)
                return [typed, recorder.session.drawing.boxes.at(-1).width]
              }})()""")
            self.assertAlmostEqual(typed, drawn, delta=1)
            page.key(end, **({"text": "\r"} if end == "Enter" else {}))
            page.wait(f"{entry} === null")
            if end == "Escape":
                self.assertEqual((self.screen_hash(page), self.log(page)), (before, log))
        self.assertNotEqual(screens["Enter"], before)
        self.assertEqual(screens["Escape"], screens["Enter"])
        self.assertEqual(self.screen_hash(page), screens["Enter"])
        self.assertEqual(self.commands()[-1]["text"], "Hello you")
        self.assertNotIn("id", self.commands()[-1])
        self.assert_all_agree()

    def test_a_text_is_edited_by_a_double_click(self):
        self.page.run("recorder.command('text', { text: 'Words', at: [200, 60], size: 30 })")
        self.page.key("v")
        self.page.drag([self.at(215, 75)])
        x, y = self.at(*self.page.run("(({x, y, width, height}) => [x + width / 2, y + height / 2])(recorder.session.drawing.boxes[0])"))
        for count in (1, 2):
            self.page.mouse("mousePressed", x, y, buttons=1, clickCount=count)
            self.page.mouse("mouseReleased", x, y, buttons=0, clickCount=count)
        self.page.wait("document.getElementById('entry') !== null")
        self.page.run("document.getElementById('entry').select()")
        self.page.call("Input.insertText", text="Other")
        self.page.key("Enter", text="\r")
        edit = self.commands()[1]
        self.assertEqual((edit["command"], edit["id"], edit["text"]), ("edit", "e1", "Other"))
        self.assert_all_agree()


class ConstraintTests(RecorderTest):
    def test_shift_makes_lines_of_15_degrees_squares_and_circles(self):
        page = self.open()
        left, top = self.offset(page)
        for key in "laro":
            page.key(key)
            for start, ends in [((100, 100), [(140, 103), (230, 141)]), ((400, 400), [(380, 300), (311, 287)])]:
                before = len(self.touches(page))
                page.drag([(left + x, top + y) for x, y in [start, *ends]], modifiers=SHIFT)
                touches = self.touches(page)[before:]
                self.assertEqual(touches[0]["point"], list(start))
                for line in touches[2:]:
                    x, y = line["point"][0] - start[0], line["point"][1] - start[1]
                    if key in "la":
                        turn = math.degrees(math.atan2(y, x))
                        self.assertAlmostEqual(turn, 15 * round(turn / 15), delta=0.01)
                    else:
                        self.assertAlmostEqual(abs(x), abs(y), delta=0.002)
                        self.assertEqual((x > 0, y > 0), (ends[-1][0] > start[0], ends[-1][1] > start[1]))
        self.assert_screen_is_log(page)
        # Ink and erasers are free.
        page.key("p")
        page.drag([(left + 100, top + 500), (left + 170, top + 537)], modifiers=SHIFT)
        self.assertEqual(self.touches(page)[-1]["point"], [170, 537])

    def test_shift_counts_when_it_is_pressed_and_released(self):
        page = self.open()
        left, top = self.offset(page)
        page.key("r")
        page.mouse("mousePressed", left + 50, top + 50, buttons=1, clickCount=1)
        page.mouse("mouseMoved", left + 150, top + 90, buttons=1)
        self.assertEqual(self.touches(page)[-1]["point"], [150, 90])
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Shift", code="ShiftLeft", modifiers=SHIFT)
        self.assertEqual(self.touches(page)[-1]["point"], [150, 150])
        square = self.screen_hash(page)
        page.call("Input.dispatchKeyEvent", type="keyUp", key="Shift", code="ShiftLeft")
        self.assertEqual(self.touches(page)[-1]["point"], [150, 90])
        self.assertNotEqual(self.screen_hash(page), square)
        page.mouse("mouseReleased", left + 150, top + 90, buttons=0, clickCount=1)
        times = [line["time"] for line in self.touches(page)]
        self.assertEqual(times, sorted(times))
        self.assert_screen_is_log(page)


if __name__ == "__main__":
    unittest.main()
