"""Saved drawings: what `doodle save` and Drawsana wrote is opened, gone on with, kept and saved."""

import base64
import json
import os
import re
import time
import unittest

from support import RecorderTest, doodle, hash_of

CONTROL = 2
HEADER = {"doodle": 1, "size": [300, 200], "scale": 1, "background": "ivory"}


def stroke(*points, **more):
    phases = ["began"] + ["moved"] * (len(points) - 2) + ["ended"]
    return [{"phase": phase, "point": point, "time": index / 10, **more}
            for index, (phase, point) in enumerate(zip(phases, points))]


# Each kind of element, one above the others, one that was moved from where an eraser met it, and one that was deleted.
LINES = [
    HEADER, {"tool": "pen", "color": "#1e66f5", "width": 9}, *stroke([40, 60], [120, 30], [230, 70]),
    {"tool": "marker", "color": "gold", "width": 24, "opacity": 0.5}, *stroke([60, 40], [200, 60]),
    {"tool": "eraser", "width": 14}, *stroke([130, 10], [130, 90]), {"command": "move", "id": "e1", "by": [20, 12]},
    {"tool": "rect", "color": "teal", "width": 4, "fill": "#ffd43b"}, *stroke([200, 120], [270, 180]),
    {"command": "text", "id": "words", "text": "saved", "at": [30, 130], "size": 30}, {"command": "lower", "id": "words"},
    {"tool": "pen", "color": "red", "width": 20}, *stroke([10, 10], [290, 190]), {"command": "undo"},
]
DRAWSANA = {"size": [260, 180], "shapes": [
    {"type": "Rectangle", "id": "box", "a": [20, 20], "b": [120, 90], "strokeColor": "#c00000ff", "fillColor": "#ffe066ff",
     "strokeWidth": 6},
    {"type": "Pen", "id": "ink", "start": [30, 130], "strokeWidth": 8, "strokeColor": "#1e66f5ff", "segments": [
        {"a": [30, 130], "b": [120, 100], "width": 8}, {"a": [120, 100], "b": [220, 150], "width": 8}]},
]}


class SavedDrawingTests(RecorderTest):
    def setUp(self):
        super().setUp()
        self.page = self.open()

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text))
        return self.path(name)

    def save(self, lines=LINES, name="sketch.json"):
        source = self.write("source.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        doodle("save", source, "-o", self.path(name))
        return self.path(name)

    def drop(self, *paths):
        """Drops files, and waits until another log is there or a message."""
        before = self.page.run("window.before = recorder.session.drawing; document.getElementById('messages').replaceChildren()")
        self.page.drop(list(paths))
        self.page.wait("recorder.session.drawing !== window.before || document.querySelector('.message') !== null")
        self.settle(self.page)

    def at(self, x, y):
        left, top = self.offset(self.page)
        return left + x, top + y

    def drag(self, *points, **properties):
        self.page.drag([self.at(*point) for point in points], **properties)

    def drawn(self):
        return self.page.run("recorder.session.drawing.hash()")

    def begin_anew(self):
        self.click(self.page, "More")
        self.click(self.page, "New drawing")
        self.page.wait("recorder.session.isEmpty")

    def saved(self, kind="Save as log"):
        """The files that the browser saves."""
        folder = self.path("downloads")
        os.makedirs(folder, exist_ok=True)
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        self.save_as(self.page, kind)
        return self.files(folder, 1)

    def files(self, folder, count):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
            if len(files) >= count and not any(name.endswith(".crdownload") or os.path.getsize(name) == 0 for name in files):
                return files
            time.sleep(0.05)
        self.fail(f"{os.listdir(folder)} are not {count} files")

    def test_a_saved_drawing_has_the_pixels_of_the_command(self):
        for change in [{}, {"scale": 2, "model": "ink-2", "word": "cat"}, {"background": "none"}]:
            lines = [{**HEADER, **change}, *LINES[1:]]
            path = self.save(lines)
            self.drop(path)
            header, line = self.lines(self.page)
            with open(path, encoding="utf-8") as file:
                saved = json.load(file)
            self.assertEqual(line, {"command": "open", "path": "sketch.json"})
            self.assertEqual({key: header[key] for key in header if key != "doodle"},
                             {key: saved[key] for key in saved if key in ("size", "scale", "background", "model", "word")})
            # A canvas of a browser rounds what is translucent.
            pixels = self.drawn() if "background" in change else self.screen_hash(self.page)
            self.assertEqual(pixels, hash_of(path), change)
            self.assertEqual(self.messages(self.page), [])
            self.assertFalse(self.page.run("recorder.pages.isUnsaved"))
        self.assert_no_errors(self.page)

    def test_the_dialog_opens_one_too(self):
        path = self.save()
        self.page.choose([path], lambda: self.click(self.page, "Open"))
        self.page.wait("recorder.session.drawing.elements.length > 0")
        self.assertEqual(self.screen_hash(self.page), hash_of(path))

    def test_it_is_gone_on_with_and_undone_up_to_its_beginning(self):
        path = self.save()
        self.drop(path)
        elements = self.page.run("recorder.session.drawing.elements")
        self.page.key("p")
        self.drag((20, 180), (90, 150), (160, 190))
        # The rectangle is selected, moved, restyled, and then another element deleted.
        self.page.key("v")
        self.drag((235, 150), (235, 150))
        self.assertEqual(len(self.page.run("recorder.selecting.ids")), 1)
        self.drag((235, 150), (215, 130))
        self.assert_screen_is_log(self.page)
        self.page.key("Delete")
        self.page.key("a", modifiers=CONTROL)
        self.page.key("d", modifiers=CONTROL)
        self.page.key("[")
        self.assert_screen_is_log(self.page)
        names = [line["command"] for line in self.lines(self.page) if "command" in line]
        self.assertEqual(names[:3], ["open", "move", "delete"])
        self.assertIn("duplicate", names)
        self.assertIn("lower", names)
        for _ in range(20):
            self.page.key("z", modifiers=CONTROL)
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), elements)
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        self.assertEqual(self.page.run("recorder.session.drawing.undoCount"), 0)
        self.page.key("y", modifiers=CONTROL)
        self.assertEqual(self.page.run("recorder.session.drawing.elements.length"), len(elements) + 1)
        self.assert_screen_is_log(self.page)
        self.assert_no_errors(self.page)

    def test_a_new_style_of_an_element_and_clearing_are_in_the_log(self):
        self.drop(self.save())
        self.page.key("v")
        self.drag((235, 150), (235, 150))
        self.page.run("document.querySelector('#style input[type=range]').value = 12; "
                      "document.querySelector('#style input[type=range]').dispatchEvent(new Event('change', { bubbles: true }))")
        self.assertEqual(self.lines(self.page)[-1]["command"], "restyle")
        self.assert_screen_is_log(self.page)
        self.page.run("recorder.command('clear')")
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), [])
        self.assert_screen_is_log(self.page)

    def test_a_reload_and_another_tab_have_it_again(self):
        path = self.save()
        self.drop(path)
        self.page.reload()
        self.wait_for_start(self.page)
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        self.drag((20, 180), (90, 150), (160, 190))
        self.settle(self.page)
        log, drawn = self.log(self.page), self.drawn()
        self.page.reload()
        self.wait_for_start(self.page)
        self.assertEqual((self.log(self.page), self.drawn()), (log, drawn))
        self.assert_screen_is_log(self.page)
        # After another drawing was begun, too.
        self.begin_anew()
        self.click(self.page, "More")
        self.click(self.page, "Earlier drawings")
        self.page.wait("document.querySelector('#earlier-list button') !== null")
        self.page.run("document.querySelector('#earlier-list button').click()")
        self.page.wait("!recorder.session.isEmpty")
        self.assertEqual((self.log(self.page), self.drawn()), (log, drawn))
        self.assert_no_errors(self.page)

    def test_without_webassembly_it_is_not_opened_but_kept(self):
        path = self.save()
        self.drop(path)
        self.drag((20, 180), (90, 150), (160, 190))
        self.settle(self.page)
        log = self.log(self.page)
        self.page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="WebAssembly.compile = WebAssembly.instantiate = () => Promise.reject(new Error('no memory'))")
        self.page.reload()
        self.wait_for_start(self.page)
        self.assertEqual(self.log(self.page), log)
        self.drop(path)
        said = "sketch.json cannot be opened: a saved drawing needs WebAssembly, which this browser refuses."
        self.assertEqual(self.messages(self.page)[-1], said)
        self.assertEqual(self.log(self.page), log)

    def test_its_page_is_one_of_several(self):
        path = self.save()
        self.drop(path)
        self.page.run("recorder.turning.add()")
        self.page.wait("recorder.pages.index === 1")
        self.drag((20, 20), (200, 150))
        blank = self.drawn()
        # The page of the saved drawing is the second one then.
        self.click(self.page, "Move the page earlier")
        self.page.wait("recorder.pages.index === 0")
        self.settle(self.page)
        files = self.saved()
        self.assertEqual(self.messages(self.page)[-1], "Keep sketch.json beside the log: the log names it.")
        with open(files[0], encoding="utf-8") as file:
            log = self.write("pages.jsonl", file.read())
        hashes = [line.split()[0] for line in doodle("hash", log).splitlines()][:2]
        self.assertEqual(hashes, [blank, hash_of(path)])
        self.drop(log)
        self.assertEqual(self.messages(self.page)[-1], "pages.jsonl cannot be opened alone: open sketch.json together with it.")
        self.drop(log, path)
        self.page.wait("recorder.pages.count === 2")
        self.assertEqual(self.drawn(), blank)
        self.page.run("recorder.turning.turn((pages) => pages.show(pages.list[1]))")
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        self.page.wait("[...document.querySelectorAll('#page-list canvas')].every((one) => one.width > one.height)")
        # A log and a saved drawing that it does not name are pages that follow each other.
        other = self.save([{**HEADER, "scale": 1}, *stroke([20, 20], [200, 150])], "other.json")
        self.drop(log, path, other)
        self.page.wait("recorder.pages.count === 3")
        self.assertTrue(self.page.run("recorder.pages.isUnsaved"))
        self.page.run("recorder.turning.turn((pages) => pages.show(pages.list[2]))")
        self.assertEqual(self.screen_hash(self.page), hash_of(other))
        self.assert_no_errors(self.page)

    def test_a_saved_log_is_opened_together_with_it_and_not_alone(self):
        path = self.save()
        self.drop(path)
        self.drag((20, 180), (90, 150), (160, 190))
        drawn = self.drawn()
        [log] = self.saved()
        self.assertEqual(os.path.basename(log), "sketch.jsonl")
        self.assertEqual(self.messages(self.page)[-1], "Keep sketch.json beside the log: the log names it.")
        self.click(self.page, "Save it, too")
        files = self.files(self.path("downloads"), 2)
        with open(files[0], "rb") as one, open(path, "rb") as other:
            self.assertEqual(one.read(), other.read())
        self.assertEqual(hash_of(log), drawn)
        self.drop(log)
        self.assertEqual(self.messages(self.page)[-1], "sketch.jsonl cannot be opened alone: open sketch.json together with it.")
        self.assertEqual(self.drawn(), drawn)
        self.begin_anew()
        self.drop(*files)
        self.page.wait("!recorder.session.isEmpty")
        self.assertEqual(self.screen_hash(self.page), drawn)
        self.assertFalse(self.page.run("recorder.pages.isUnsaved"))
        self.assertEqual(self.page.run("recorder.documents.name"), "sketch")
        # A log without a header has that of the drawing.
        bare = self.write("bare.jsonl", '{"command":"open","path":"sketch.json"}\n')
        self.drop(bare, path)
        self.assertEqual(self.screen_hash(self.page), hash_of(bare))
        self.assert_no_errors(self.page)

    def test_it_is_replayed_and_exported_as_the_command_does(self):
        path = self.save()
        self.drop(path)
        self.drag((20, 180), (90, 150), (160, 190))
        log = self.write_log(self.page)
        files = {"Save as PNG": ("png", ["render", "--metadata"]), "Save as SVG": ("svg", ["render"]),
                 "Save as SVG that draws itself": ("svg", ["replay"])}
        for kind, (extension, command) in files.items():
            with self.subTest(kind):
                [file] = self.saved(kind)
                own = self.path(f"own.{extension}")
                doodle(*command, log, "-o", own)
                with open(file, "rb") as one, open(own, "rb") as other:
                    self.assertEqual(one.read(), other.read())
                os.remove(file)
        # The first picture of a film has the saved drawing, and where the first touch begins.
        [animation] = self.saved("Save as animated PNG")
        doodle("replay", log, "--predicted", "-f", "apng", "-o", self.path("own.png"))
        first = hash_of(self.path("own.png"))
        self.assertEqual(hash_of(animation), first)
        self.page.run("recorder.openReplay()")
        self.page.run("recorder.replay.pause()")
        self.page.run("recorder.replay.seek(0)")
        self.assertEqual(self.screen_hash(self.page), first)
        self.page.run("recorder.replay.seek(1e6)")
        self.assertEqual(self.screen_hash(self.page), hash_of(log))
        self.page.key("Escape")
        self.assert_screen_is_log(self.page)
        self.assert_no_errors(self.page)

    def test_pictures_that_it_names_or_holds_are_opened_with_it(self):
        with open("Examples/dots.png", "rb") as file:
            dots = file.read()
        for name in ("cat.png", "sheet.png"):
            with open(self.path(name), "wb") as file:
                file.write(dots)
        path = self.save([
            {**HEADER, "background": "sheet.png"}, {"command": "image", "path": "cat.png", "at": [20, 20], "size": [80, 60]},
            {"command": "image", "data": base64.b64encode(dots).decode(), "at": [150, 90], "size": [100, 80]},
            *stroke([20, 20], [200, 150])])
        self.drop(path)
        self.assertEqual(self.messages(self.page)[-1], "sketch.json cannot be opened alone: open sheet.png, cat.png together with it.")
        self.drop(path, self.path("sheet.png"))
        self.assertEqual(self.messages(self.page)[-1], "sketch.json cannot be opened alone: open cat.png together with it.")
        self.drop(self.path("cat.png"), path, self.path("sheet.png"))
        self.assertEqual(self.messages(self.page), [])
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        self.drag((20, 180), (90, 150), (160, 190))
        self.assert_screen_is_log(self.page)
        self.page.reload()
        self.wait_for_start(self.page)
        self.assert_screen_is_log(self.page)
        # The log holds what is under the ink, and names the others.
        drawn = self.drawn()
        [log] = self.saved()
        self.assertEqual(self.messages(self.page)[-1], "Keep sketch.json, cat.png beside the log: the log names them.")
        with open(log, encoding="utf-8") as file:
            self.assertEqual(hash_of(self.write("own.jsonl", file.read())), drawn)
        self.assert_no_errors(self.page)

    def test_a_picture_is_laid_on_it_and_becomes_its_background(self):
        self.drop(self.save())
        with open("Examples/dots.png", "rb") as one, open(self.path("dots.png"), "wb") as other:
            other.write(one.read())
        self.page.drop([self.path("dots.png")])
        self.page.wait("document.querySelector('.message') !== null")
        self.assertEqual(self.messages(self.page)[-1], "dots.png lies on the page.")
        self.assertEqual(self.lines(self.page)[-1]["command"], "image")
        self.assert_screen_is_log(self.page)
        self.click(self.page, "Use as background")
        self.page.wait("recorder.session.header.background === 'dots.png'")
        self.assert_screen_is_log(self.page)

    def test_the_fonts_of_its_texts_are_opened_with_it(self):
        with open("Tests/Fronts/HostEngineTests/tinyFont.mjs", encoding="utf-8") as file:
            font = base64.b64decode("".join(re.findall(r"^  '(.*)',$", file.read(), re.MULTILINE)))
        with open(self.path("tiny.otf"), "wb") as file:
            file.write(font)
        path = self.save([HEADER, {"command": "text", "text": "ABx", "at": [20, 20], "size": 80, "font": "tiny.otf"}])
        self.drop(path)
        said = "sketch.json cannot be opened alone: open its font tiny.otf together with it."
        self.assertEqual(self.messages(self.page), [said])
        self.drop(path, self.path("tiny.otf"))
        self.page.wait("recorder.session.drawing.elements.length === 1")
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        # Its bytes are those of the file still.
        self.drag((20, 180), (90, 150), (160, 190))
        self.assert_screen_is_log(self.page)
        self.page.reload()
        self.wait_for_start(self.page)
        self.assert_screen_is_log(self.page)
        self.saved()
        self.assertTrue(any(message.startswith("Keep the font tiny.otf beside the log") for message in self.messages(self.page)))
        # Another file of this name does not draw its texts.
        with open(self.path("tiny.otf"), "wb") as file:
            file.write(font + bytes(4))
        self.drop(path, self.path("tiny.otf"))
        self.page.wait("recorder.pages.fonts.includes('tiny-2.otf')")
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        self.assert_no_errors(self.page)

    def test_what_it_has_is_copied_on_its_page_and_what_was_drawn_since_to_others(self):
        self.drop(self.save())
        self.page.key("p")
        self.drag((20, 180), (90, 150), (160, 190))
        self.page.key("v")
        self.page.key("a", modifiers=CONTROL)
        count = self.page.run("recorder.session.drawing.elements.length")
        self.page.key("c", modifiers=CONTROL)
        self.page.key("v", modifiers=CONTROL, commands=["paste"])
        self.page.wait(f"recorder.session.drawing.elements.length === {2 * count}")
        self.assert_screen_is_log(self.page)
        self.page.key("z", modifiers=CONTROL)
        self.page.run("recorder.turning.add()")
        self.page.wait("recorder.pages.index === 1")
        self.page.key("v", modifiers=CONTROL, commands=["paste"])
        self.page.wait("recorder.session.drawing.elements.length === 1")
        said = "What a saved drawing has stays on its page: only what was drawn since is pasted."
        self.assertEqual(self.messages(self.page)[-1], said)
        self.assert_no_errors(self.page)

    def test_a_drawing_of_drawsana_is_opened(self):
        path = self.write("notes.json", DRAWSANA)
        self.drop(path)
        self.assertEqual(self.page.run("recorder.session.drawing.elements"), ["box", "ink"])
        self.assertEqual(self.screen_hash(self.page), hash_of(path))
        self.page.key("v")
        self.drag((70, 55), (110, 75))
        self.assertEqual(self.lines(self.page)[-1]["id"], "box")
        self.assert_screen_is_log(self.page)

    def test_without_a_size_all_of_its_ink_is_on_the_page(self):
        lines = [{"doodle": 1}, {"tool": "pen", "width": 8}, *stroke([40, 60], [1500, 900])]
        path = self.save(lines)
        with open(path, encoding="utf-8") as file:
            self.assertNotIn("size", json.load(file))
        self.drop(path)
        [width, height] = self.lines(self.page)[0]["size"]
        # To half of the line's width beyond its end, and no more than some points.
        self.assertTrue(1504 <= width < 1560 and 904 <= height < 960, (width, height))
        self.assert_screen_is_log(self.page)

    def test_what_is_wrong_with_it_is_said_and_the_drawing_stays(self):
        self.drag((20, 180), (90, 150), (160, 190))
        log = self.log(self.page)
        for name, text, words in [
            ("a.json", '{"drawing":1,\n "elements":[{"kind":"cloud"}]}',
             'a.json cannot be opened: line 2, column 22: unknown kind "cloud"'),
            ("b.json", '{"drawing":7,"elements":[]}', "b.json cannot be opened: line 1, column 12: "),
            ("c.json", '{"drawing":1,"elements":[', "c.json cannot be opened: line 1, column 26: "),
            ("d.json", '{"size":[9,9],"shapes":[{"type":"Blob"}]}', "d.json cannot be opened: line 1, column "),
            ("e.json", {"drawing": 1, "elements": [{"kind": "text", "text": "A", "at": [1, 9], "font": "a.ttf"}]}, "a.ttf"),
            ("f.jsonl", '{"doodle":1}\n{"tool":"pen"}\n{"command":"open","path":"a.json"}\n',
             "f.jsonl cannot be opened: line 3, column 12: a drawing can be opened only at the start"),
            ("g.jsonl", '{"doodle":1}\n{"command":"open","path":"lacks.json"}\n', "open lacks.json together with it."),
        ]:
            with self.subTest(name):
                self.drop(self.write(name, text))
                message = self.messages(self.page)[-1]
                self.assertIn(words, message)
                self.assertEqual(message.count("\n"), 0)
                if name < "d.json":
                    place = message.split("cannot be opened: ")[1].split(": ", 1)[1]
                    with self.assertRaises(AssertionError) as said:
                        doodle("render", self.path(name), "-o", self.path("no.png"))
                    self.assertIn(place, str(said.exception))
        self.assertEqual(self.log(self.page), log)
        self.assert_screen_is_log(self.page)
        self.assert_no_errors(self.page)


if __name__ == "__main__":
    unittest.main()
