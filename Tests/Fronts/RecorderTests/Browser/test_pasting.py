"""Elements that are copied on one page and pasted on another: made again by the events that have made them."""

import base64
import json
import re
import unittest

from support import RecorderTest, doodle, hash_of

CONTROL = 2
SHIFT = 8
WORDS = "What is pasted looks different: holes of an eraser stay on their page."


class PastingTests(RecorderTest):
    def setUp(self):
        super().setUp()
        self.page = self.open()
        self.left, self.top = self.offset(self.page)

    def test_each_command_that_makes_or_changes_an_element_is_copied(self):
        schema = json.loads(doodle("help", "--schema", "log"))["$defs"]
        commands = {name for name, line in schema.items() if {"command", "id"} <= line.get("properties", {}).keys()}
        with open("Sources/Fronts/Recorder/Page/transplant.js", encoding="utf-8") as file:
            copied = {name for names in re.findall(r"new Set\(\[('.*')\]\)", file.read()) for name in re.findall(r"'(\w+)'", names)}
        # What is selected, deleted or in front is not the element's own.
        self.assertEqual(copied, commands - {"select", "delete", "raise", "lower"})

    def drag(self, *points, **properties):
        self.page.drag([(self.left + x, self.top + y) for x, y in points], **properties)

    def elements(self):
        return self.page.run("recorder.session.drawing.elements")

    def hash(self):
        return self.page.run("recorder.session.drawing.hash()")

    def copy_all(self):
        self.page.key("a", modifiers=CONTROL)
        self.page.key("c", modifiers=CONTROL)

    def paste(self):
        self.page.key("v", modifiers=CONTROL, commands=["paste"])
        self.settle(self.page)

    def add_page(self):
        """Below the page that is shown."""
        self.click(self.page, "More")
        self.click(self.page, "Add a page")
        # The strip that opens takes room.
        self.page.run("recorder.strip.toggle(false)")
        self.settle(self.page)
        self.left, self.top = self.offset(self.page)

    def draw_all_kinds(self):
        """Strokes of a pen with pressure, shapes, a text and a picture, changed, with steps that are undone and redone."""
        page = self.page
        page.drag([(self.left + 40 + 12 * i, self.top + 60 + i * i % 17) for i in range(12)], pointerType="pen", force=0.7)
        page.key("m")
        self.drag((30, 120), (120, 130), (260, 110))
        for key, y in [("l", 160), ("r", 180), ("a", 260), ("p", 300)]:
            page.key(key)
            self.drag((60, y), (110, y + 20), (180, y + 50))
        page.key("z", modifiers=CONTROL)
        page.key("z", modifiers=CONTROL)
        page.key("y", modifiers=CONTROL)
        # The second drag of an angle goes on with the first.
        page.key("d")
        self.drag((400, 300), (440, 280), (520, 200))
        self.drag((560, 330), (570, 330))
        page.key("t")
        self.drag((300, 60))
        page.call("Input.insertText", text="Words")
        page.key("Enter")
        with open("Examples/dots.png", "rb") as file:
            picture = base64.b64encode(file.read()).decode()
        page.run(f"""recorder.documents.openFiles([new File(
          [Uint8Array.from(atob('{picture}'), (letter) => letter.charCodeAt(0))], 'dots.png', {{ type: 'image/png' }})])""")
        count = len(self.elements())
        page.wait("recorder.selecting.ids[0]?.startsWith('picture')")
        page.key("[")
        page.key("d", modifiers=CONTROL)
        self.assertEqual(len(self.elements()), count + 1)
        page.key("a", modifiers=CONTROL)
        page.key("ArrowRight", modifiers=SHIFT)
        self.settle(page)
        handle = page.run(
            "(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('[data-handle=turn]').getBoundingClientRect())")
        page.drag([tuple(handle), (handle[0] + 30, handle[1] + 5), (handle[0] + 60, handle[1] + 10)])
        page.run("document.querySelector('#style .swatch[title=Red], #beside .swatch[title=Red]')?.click()")
        self.settle(page)

    def test_all_kinds_of_elements_are_pasted_on_another_page_as_they_are(self):
        self.draw_all_kinds()
        page = self.page
        original, count = self.hash(), len(self.elements())
        self.assertGreater(count, 8)
        self.copy_all()
        self.add_page()
        empty = self.hash()
        self.paste()
        self.assertEqual((len(self.elements()), self.hash()), (count, original))
        self.assertEqual(sorted(page.run("recorder.selecting.ids")), sorted(self.elements()))
        self.assertNotIn(WORDS, self.messages(page))
        # One undo takes all of it back, also after a reload.
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.hash(), empty)
        page.key("y", modifiers=CONTROL)
        self.assertEqual(self.hash(), original)
        # A stroke of before and one of after have the chosen tool.
        page.key("p")
        self.drag((600, 60), (650, 70), (700, 60))
        tool = [line for line in self.lines(page) if "tool" in line][-1]
        self.assertEqual((tool["tool"], "id" in tool), ("pen", False))
        drawn = self.hash()
        # Again, it lies beside itself.
        self.paste()
        self.assertEqual(len(self.elements()), 2 * count + 1)
        self.assertEqual([line["by"] for line in self.lines(page)[-count:]], [[16, 16]] * count)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.hash(), drawn)
        self.assertEqual([line.split()[0] for line in doodle("hash", self.saved(page)).splitlines()][:2], [original, drawn])
        page.wait("document.getElementById('state').value.includes('kept')")
        page.reload()
        self.wait_for_start(page)
        page.wait("recorder.pages.count === 2")
        self.assertEqual(self.hash(), drawn)
        page.key("z", modifiers=CONTROL)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.hash(), empty)
        self.assert_no_errors(page)

    def test_what_was_cut_is_pasted_on_another_page_and_another_drawing(self):
        page = self.page
        for y in (60, 160):
            self.drag((60, y), (130, y + 20), (200, y))
        page.key("v")
        self.drag((130, 179))
        self.assertEqual(len(page.run("recorder.selecting.ids")), 1)
        page.key("x", modifiers=CONTROL)
        page.key("z", modifiers=CONTROL)
        whole = self.hash()
        page.key("y", modifiers=CONTROL)
        one = self.hash()
        self.add_page()
        self.paste()
        self.assertEqual(len(self.elements()), 1)
        self.assertNotEqual(self.hash(), one)
        # Back on its page, it is where it was.
        page.key("PageUp")
        self.paste()
        self.assertEqual(self.hash(), whole)
        self.copy_all()
        self.click(page, "More")
        self.click(page, "New drawing")
        page.wait("recorder.pages.isEmpty")
        self.paste()
        self.assertEqual(self.hash(), whole)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_holes_stay_on_their_page_and_that_is_told(self):
        page = self.page
        self.drag((60, 60), (130, 60), (200, 60))
        whole = self.hash()
        page.key("e")
        self.drag((120, 30), (120, 90))
        self.copy_all()
        self.add_page()
        self.paste()
        self.assertEqual(self.hash(), whole)
        self.assertEqual(self.messages(page)[-1], WORDS)
        self.assert_no_errors(page)

    def test_elements_of_a_log_of_another_program_are_pasted(self):
        for name in ["two-fingers", "late-pressure", "editing", "shapes", "tapers", "translucent"]:
            with self.subTest(name):
                path = f"Examples/{name}.jsonl"
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                self.page.run(f"recorder.documents.openFiles([new File([{json.dumps(text)}], '{name}.jsonl')])")
                self.page.wait(f"recorder.documents.name === '{name}'")
                self.assertEqual(self.hash(), hash_of(path))
                count = len(self.elements())
                self.copy_all()
                self.add_page()
                self.paste()
                self.assertEqual(len(self.elements()), count)
                # What an eraser has removed is there again, and that is told.
                self.assertEqual(self.hash() != hash_of(path), name == "editing")
                self.assertEqual(WORDS in self.messages(self.page), name == "editing")
                self.page.run("document.querySelectorAll('.message').forEach((message) => message.remove())")
        self.assert_no_errors(self.page)


if __name__ == "__main__":
    unittest.main()
