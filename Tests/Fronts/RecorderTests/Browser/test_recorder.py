"""Tools, undo, replay and files of the recorder."""

import base64
import json
import os
import unittest

from support import RecorderTest, doodle, hash_of

TOOLS = ["pen", "marker", "eraser", "line", "arrow", "rect", "ellipse", "polygon", "star", "angle"]
NAMES = {"rect": "Rectangle", "pen": "Pen", "marker": "Highlighter", "eraser": "Eraser", "line": "Line", "arrow": "Arrow",
         "ellipse": "Ellipse", "polygon": "Polygon", "star": "Star", "angle": "Angle"}
CONTROL = 2
SHIFT = 8


class DrawingTests(RecorderTest):
    def test_every_tool_draws_what_the_command_draws(self):
        page = self.open(width=1280)
        left, top = self.offset(page)
        for index, tool in enumerate(TOOLS):
            self.click(page, NAMES[tool])
            y = 30 + 45 * index
            page.drag([(left + 60, top + y), (left + 150, top + y + 45), (left + 300, top + y - 10)])
        # The other leg of the angle.
        page.drag([(left + 310, top + y - 10), (left + 400, top + y + 40)])
        self.assertEqual([line["tool"] for line in self.lines(page) if "tool" in line], TOOLS)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_narrow_window_has_all_shapes_in_a_menu(self):
        page = self.open(width=390, height=844)
        left, top = self.offset(page)
        for name, tool, key, count in [("Polygon", "polygon", "sides", 7), ("Star", "star", "points", 9)]:
            self.click(page, "Shapes")
            self.click(page, name)
            page.run(
                f"{{ const w = document.querySelector('[aria-label={key.capitalize()}]'); w.value = {count};"
                " w.dispatchEvent(new Event('input')) }")
            self.click(page, "Filled")
            page.drag([(left + 60, top + 60), (left + 200, top + 200)])
            line = [line for line in self.lines(page) if "tool" in line][-1]
            self.assertEqual((line["tool"], line[key], line["fill"]), (tool, count, "#1b1b1f"))
        self.assert_screen_is_log(page)

    def test_color_width_opacity_and_mode_are_in_the_log(self):
        page = self.open()
        left, top = self.offset(page)
        self.click(page, "Red")
        page.run("{ const w = document.querySelector('[aria-label=Width]'); w.value = 21; w.dispatchEvent(new Event('input')) }")
        page.run("{ const w = document.querySelector('[aria-label=Opacity]'); w.value = 0.5; w.dispatchEvent(new Event('input')) }")
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        tool = [line for line in self.lines(page) if "tool" in line][-1]
        self.assertEqual((tool["color"], tool["width"], tool["opacity"]), ("#e03131", 21, 0.5))
        self.click(page, "Eraser")
        self.click(page, "Whole strokes")
        page.drag([(left + 100, top + 30), (left + 100, top + 90)])
        self.assertEqual([line for line in self.lines(page) if "tool" in line][-1]["mode"], "stroke")
        self.assert_screen_is_log(page)

    def test_what_pressure_does_is_in_the_log_and_stays_chosen(self):
        page = self.open(width=390, height=844)
        left, top = self.offset(page)
        chosen = []
        for name in ["Broad lines of a light hand", "Fine lines of a heavy hand", "No hairlines", "No hairlines"]:
            self.click(page, "More")
            self.click(page, name)
            page.drag([(left + 60, top + 60 + 30 * len(chosen)), (left + 200, top + 80 + 30 * len(chosen))])
            line = [line for line in self.lines(page) if "tool" in line][-1]
            chosen.append((line["pressureCurve"], line.get("minWidth")))
        self.assertEqual(chosen, [(0.6, None), (1.6, None), (1.6, 0.35), (1.6, 0)])
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_every_brush_of_the_menu_draws_what_the_command_draws(self):
        page = self.open()
        left, top = self.offset(page)
        self.click(page, "Pen")
        names = page.run("[...document.getElementById('brush').options].map((option) => option.value)")
        self.assertLessEqual({"ink", "pencil", "crayon", "charcoal", "nib", "fountain", "brush", "chisel", "airbrush",
                              "watercolor"}, set(names))
        for index, name in enumerate(names):
            page.run(f"{{ const b = document.getElementById('brush'); b.value = '{name}'; b.dispatchEvent(new Event('change')) }}")
            y = 50 + 36 * index
            page.drag([(left + 60, top + y), (left + 150, top + y + 25), (left + 300, top + y - 10)])
        drawn = [line.get("brush", "ink") for line in self.lines(page) if "tool" in line]
        self.assertEqual(drawn, names)
        self.assert_screen_is_log(page)
        self.click(page, "Highlighter")
        self.assertTrue(page.run("document.getElementById('brush').hidden"))
        self.assert_no_errors(page)

    def test_undo_redo_and_clear_by_buttons_and_keys(self):
        page = self.open()
        left, top = self.offset(page)
        empty = self.screen_hash(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        one = self.screen_hash(page)
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        two = self.screen_hash(page)
        self.click(page, "Undo")
        self.assertEqual(self.screen_hash(page), one)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.screen_hash(page), empty)
        self.settle(page)
        self.assertTrue(page.run("document.getElementById('undo').disabled"))
        page.key("z", modifiers=CONTROL)
        self.click(page, "Redo")
        page.key("Z", code="KeyZ", modifiers=CONTROL | SHIFT)
        self.assertEqual(self.screen_hash(page), two)
        self.click(page, "Clear")
        self.assertEqual(self.screen_hash(page), empty)
        page.key("z", modifiers=CONTROL)
        self.assertEqual(self.screen_hash(page), two)
        commands = [line["command"] for line in self.lines(page) if "command" in line]
        self.assertEqual(commands, ["undo", "undo", "redo", "redo", "clear", "undo"])
        self.assert_screen_is_log(page)

    def test_undo_while_a_touch_is_down_ends_it_first(self):
        page = self.open()
        left, top = self.offset(page)
        page.mouse("mousePressed", left + 60, top + 60, buttons=1, clickCount=1)
        page.mouse("mouseMoved", left + 160, top + 60, buttons=1)
        page.key("z", modifiers=CONTROL)
        page.mouse("mouseMoved", left + 260, top + 60, buttons=1)
        page.mouse("mouseReleased", left + 260, top + 60, buttons=0, clickCount=1)
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        self.assert_screen_is_log(page)
        self.assertEqual(self.messages(page), [])

    def test_a_text_is_typed_where_it_will_be(self):
        page = self.open()
        left, top = self.offset(page)
        page.key("t")
        page.drag([(left + 80, top + 90)])
        for letter in "Hé?":
            page.call("Input.insertText", text=letter)
        page.key("Enter", text="\r")
        [text] = [line for line in self.lines(page) if line.get("command") == "text"]
        self.assertEqual((text["text"], text["at"]), ("Hé?", [80, 90]))
        self.assertEqual(self.touches(page), [])
        self.assert_screen_is_log(page)

    def test_elements_are_selected_moved_and_deleted(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        page.key("v")
        page.drag([(left + 100, top + 60)])
        self.settle(page)
        self.assertFalse(page.run("document.getElementById('selection').hidden"))
        page.drag([(left + 100, top + 60), (left + 110, top + 100), (left + 130, top + 160)])
        page.key("ArrowRight")
        page.key("ArrowDown", modifiers=SHIFT)
        box = page.run("recorder.session.drawing.boxes[0]")
        self.assertAlmostEqual(box["y"] + box["height"] / 2, 60 + 100 + 10, delta=1.5)
        self.assertAlmostEqual(box["x"] + box["width"] / 2, 130 + 30 + 1, delta=1.5)
        self.assert_screen_is_log(page)
        page.key("Delete")
        self.assertEqual(page.run("recorder.session.drawing.elements.length"), 0)
        self.assert_screen_is_log(page)

    def test_elements_are_selected_by_keyboard_alone(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        page.key("n")
        page.key("n")
        page.key("Delete")
        self.assertEqual(page.run("recorder.session.drawing.elements"), ["e2"])
        self.assert_screen_is_log(page)

    def test_device_scales_and_a_rotated_device(self):
        for scale in [1, 1.5, 3]:
            with self.subTest(scale=scale):
                page = self.open(width=400, height=600, scale=scale)
                left, top = self.offset(page)
                page.drag([(left + 40, top + 40), (left + 200, top + 90), (left + 90, top + 150)])
                header = self.lines(page)[0]
                self.assertEqual(header["scale"], scale)
                self.assert_screen_is_log(page)
                page.resize(600, 400, scale)
                self.settle(page)
                self.assertEqual(self.lines(page)[0], header)
                left, top = self.offset(page)
                factor = page.run("document.getElementById('canvas').getBoundingClientRect().width") / header["size"][0]
                self.assertLess(factor, 1)
                page.drag([(left + 20, top + 20), (left + 60, top + 60)])
                # Browsers lay out in 64ths of pixels.
                self.assertAlmostEqual(self.touches(page)[-1]["point"][0], 60 / factor, delta=0.02)
                self.assert_screen_is_log(page)

    def test_options_of_the_command(self):
        url = self.write_page(
            "--canvas", "300x200", "--background", "none", "--tool", '{"tool":"marker","color":"#12b886","width":9}', name="own.html")
        page = self.open(url=url)
        left, top = self.offset(page)
        page.drag([(left + 40, top + 40), (left + 200, top + 90)])
        header, tool = self.lines(page)[:2]
        self.assertEqual((header["size"], header["background"]), ([300, 200], "none"))
        self.assertEqual((tool["tool"], tool["color"], tool["width"]), ("marker", "#12b886", 9))
        self.assertEqual(page.run("recorder.session.drawing.hash()"), hash_of(self.write_log(page)))

    def test_the_help_speaks_of_a_page(self):
        text = " ".join(doodle("recorder", "--help").split("Help:")[0].split())
        for words in ["Inputs", "the log's, or white", "OUT is", "Picture:"]:
            self.assertNotIn(words, text)
        self.assertIn("fail instead of replacing a page", text)

    def test_a_picture_is_drawn_over(self):
        doodle("render", "Examples/shapes.jsonl", "-o", self.path("plan.png"))
        url = self.write_page("--background", self.path("plan.png"), name="over.html")
        page = self.open(url=url)
        left, top = self.offset(page)
        page.drag([(left + 40, top + 40), (left + 200, top + 90)])
        self.click(page, "Eraser")
        page.drag([(left + 100, top + 20), (left + 100, top + 120)])
        self.assertEqual(self.lines(page)[0]["background"], "plan.png")
        self.assert_screen_is_log(page)


class FileTests(RecorderTest):
    def test_the_saved_log_png_and_svg_are_those_of_the_command(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60), (left + 250, top + 160)], pointerType="pen", force=0.7)
        log = self.saved(page, "Save as log")
        self.assertTrue(log.endswith(".jsonl"))
        with open(log, encoding="utf-8") as file:
            self.assertEqual(file.read(), self.log(page))
        png = self.saved(page, "Save as PNG")
        doodle("render", "--metadata", log, "-o", self.path("own.png"))
        doodle("render", log, "-o", self.path("own.svg"))
        self.assertEqual(hash_of(png), hash_of(log))
        with open(png, "rb") as one, open(self.path("own.png"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        svg = self.saved(page, "Save as SVG")
        with open(svg, "rb") as one, open(self.path("own.svg"), "rb") as other:
            self.assertEqual(one.read(), other.read())

    def drop(self, page, name, text, type="application/x-ndjson"):
        page.run(
            f"""(() => {{
              const data = new DataTransfer()
              data.items.add(new File([{json.dumps(text)}], {json.dumps(name)}, {{ type: {json.dumps(type)} }}))
              dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }}))
            }})()""")

    def test_a_log_is_opened_and_gone_on_with(self):
        page = self.open()
        with open("Examples/dots.jsonl", encoding="utf-8") as file:
            log = file.read()
        self.drop(page, "dots.jsonl", log)
        page.wait("recorder.session.byteCount > 100")
        self.assertEqual(self.screen_hash(page), hash_of("Examples/dots.jsonl"))
        left, top = self.offset(page)
        page.drag([(left + 30, top + 30), (left + 90, top + 60)])
        self.assertTrue(self.log(page).startswith(log.rstrip("\n")))
        self.assert_screen_is_log(page)

    def test_logs_without_a_header_or_a_size_are_opened(self):
        page = self.open()
        strokes = '{"phase":"began","point":[40,50],"time":0}\n{"phase":"ended","point":[1300,90],"time":1}\n'
        for name, header in [("none", ""), ("no size", '{"doodle":1}\n'), ("sorted", '{"background":"#ffffff","doodle":1,"size":[500,500]}\n')]:
            with self.subTest(name):
                page.run("window.before = recorder.session.drawing")
                self.drop(page, "a.jsonl", header + strokes)
                page.wait("recorder.session.drawing !== window.before")
                size = self.lines(page)[0]["size"]
                if name == "sorted":
                    self.assertEqual(size, [500, 500])
                else:
                    self.assertGreater(size[0], 1300)
                self.assert_screen_is_log(page)

    def test_a_file_that_is_no_log_is_refused_and_the_drawing_stays(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 30, top + 30), (left + 90, top + 60)])
        log = self.log(page)
        other = "cannot be opened: this page reads only logs, saved drawings and pictures. To make a log of another file: doodle convert"
        began = '{"phase":"began","point":[1,2]}\n'
        for name, text, words in [
            ("a.jsonl", "{oops", other), ("b.jsonl", '{"phase":"moved","point":[1,2]}', "cannot be opened: line 1, column 10:"),
            ("c.jsonl", '{"doodle":1,"background":"x.png"}', "cannot be opened alone: open x.png together with it."),
            ("d.xopp", '<xournal version="0.4"/>', f"{other} 'd.xopp' -o 'd-log.jsonl'"), ("e.tldr", '{\n "records": []}', other),
            ("f.jsonl", "\n" + began + "\n{oops", "cannot be opened: line 4, column 2:"),
            ("g.jsonl", '\n{"doodle":1}\n\n' + began + "{oops", "cannot be opened: line 5, column 2:"),
            # Pages, and one line that names a tool; names are words of a shell.
            ("k.excalidraw", '{"type":"excalidraw","elements":[{"tool":"pen"}]}', f"{other} 'k.excalidraw' -o"),
            ("p.jsonl", '{"doodle":1}\n{"command":"page"}\n\n{oops', "cannot be opened: line 4, column 2:"),
            ("q.jsonl", '{"doodle":1}\n' + began + '{"command":"page","size":[0,1]}', "cannot be opened: line 3, column"),
            ("a'; touch x; '.xopp", "<xournal/>", f"{other} 'a'\\''; touch x; '\\''.xopp' -o 'a'\\''; touch x; '\\''-log.jsonl'"),
            ("-o.xopp", "<xournal/>", f"{other} './-o.xopp' -o './-o-log.jsonl'"),
            ("h.jsonl", '{"doodle":1}\n{"command":"text","text":"A","at":[1,2],"font":"a.ttf"}', "a.ttf"),
        ]:
            self.drop(page, name, text)
            page.wait("document.querySelector('.message.error') !== null")
            self.assertIn(f"{name} cannot be opened", self.messages(page)[-1])
            self.assertIn(words, self.messages(page)[-1])
            page.run("document.querySelectorAll('.message').forEach((message) => message.remove())")
        self.assertEqual(self.log(page), log)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_log_with_images_is_opened(self):
        with open("Examples/dots.png", "rb") as file:
            picture = base64.b64encode(file.read()).decode()
        text = '{"doodle":1,"size":[300,200]}\n' + json.dumps({"command": "image", "at": [5, 5], "data": picture}) + "\n"
        page = self.open()
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(text)}], 'a.jsonl')])")
        self.assertEqual(self.log(page), text)
        self.assert_screen_is_log(page)
        self.assert_no_errors(page)

    def test_a_log_is_opened_together_with_the_pictures_that_it_names(self):
        text = ('{"doodle":1,"background":"sheets/dots.png"}\n{"command":"image","path":"figures/shapes.png","at":[5,5],"size":[60,40]}\n'
                '{"command":"page"}\n{"phase":"began","point":[20,20]}\n{"phase":"ended","point":[90,60]}\n')
        files = []
        for folder, name in [("sheets", "dots.png"), ("figures", "shapes.png")]:
            os.makedirs(self.path(folder))
            with open(f"Examples/{name}", "rb") as one, open(self.path(f"{folder}/{name}"), "wb") as other:
                other.write(one.read())
            with open(f"Examples/{name}", "rb") as file:
                bytes = base64.b64encode(file.read()).decode()
            files.append(f"new File([Uint8Array.from(atob('{bytes}'), (letter) => letter.charCodeAt(0))], '{name}', {{ type: 'image/png' }})")
        with open(self.path("a.jsonl"), "w", encoding="utf-8") as file:
            file.write(text)
        page = self.open()
        log = f"new File([{json.dumps(text)}], 'a.jsonl')"
        page.run(f"recorder.documents.openFiles([{log}, {files[0]}])")
        self.assertEqual(self.messages(page)[-1], "a.jsonl cannot be opened alone: open figures/shapes.png together with it.")
        other = f"new File(['{{\"doodle\":1,\"scale\":3}}'], 'b.jsonl')"
        extra = files[0].replace("'dots.png'", "'other.png'")
        page.run(f"recorder.documents.openFiles([{log}, {other}, {extra}, {files[1]}, {files[0]}])")
        self.assertIn("Open b.jsonl without a.jsonl: pages of one drawing have the same scale, model and grid.", self.messages(page))
        self.assertIn("a.jsonl does not name other.png: open such pictures by themselves.", self.messages(page))
        expected = [line.split()[0] for line in doodle("hash", self.path("a.jsonl")).splitlines()]
        for hash in expected[:-1]:
            self.assertEqual(page.run("recorder.session.drawing.hash()"), hash)
            page.key("PageDown")
        self.assert_no_errors(page)

    def test_the_picture_is_copied(self):
        page = self.open()
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        left, top = self.offset(page)
        page.drag([(left + 30, top + 30), (left + 190, top + 160)])
        page.run("window.focus(), recorder.exports.copy()")
        self.assertEqual(self.messages(page), ["The picture is copied."])


class ReplayTests(RecorderTest):
    def test_the_moments_are_those_of_the_command(self):
        page = self.open()
        with open("Examples/handwriting.jsonl", encoding="utf-8") as file:
            log = file.read()
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(log)}], 'a.jsonl')])")
        whole = self.screen_hash(page)
        self.click(page, "Replay")
        duration = page.run("Number(document.querySelector('[aria-label=Moment]').max)")
        for share in [0.9, 0.25, 0.5, 1]:
            moment = round(duration * share, 3)
            page.run(
                f"{{ const s = document.querySelector('[aria-label=Moment]'); s.value = {moment}; s.dispatchEvent(new Event('input')) }}")
            self.assertEqual(self.screen_hash(page), self.first_frame(moment), f"at {moment} s")
        page.key("Escape")
        self.assertEqual(self.screen_hash(page), whole)
        self.assert_no_errors(page)

    def first_frame(self, moment):
        folder = self.path(f"frames-{moment}/")
        doodle("replay", "Examples/handwriting.jsonl", "--select", f"{moment}s..", "--fps", "1", "-o", folder)
        return hash_of(os.path.join(folder, sorted(os.listdir(folder))[0]))

    def test_play_reaches_the_end_and_pauses_are_cut(self):
        page = self.open()
        lines = ['{"doodle":1,"size":[200,100],"scale":1}', '{"phase":"began","point":[10,10],"time":0}',
                 '{"phase":"ended","point":[90,10],"time":0.2}', '{"phase":"began","point":[10,50],"time":60}',
                 '{"phase":"ended","point":[90,50],"time":60.2}', ""]
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(chr(10).join(lines))}], 'a.jsonl')])")
        whole = self.screen_hash(page)
        self.click(page, "Replay")
        self.assertAlmostEqual(page.run("Number(document.querySelector('[aria-label=Moment]').max)"), 60.2, delta=1e-6)
        self.click(page, "Cut pauses")
        self.assertAlmostEqual(page.run("Number(document.querySelector('[aria-label=Moment]').max)"), 0.9, delta=1e-6)
        label = "document.getElementById('play-pause').getAttribute('aria-label')"
        page.wait(f"{label} === 'Play'", 10)
        self.assertEqual(page.run("document.getElementById('time').value"), "0:00.9 / 0:00.9")
        self.assertEqual(self.screen_hash(page), whole)
        # Once more, from the beginning. At once: the browser may deliver a click of the mouse later.
        self.assertEqual(page.run(f"(document.getElementById('play-pause').click(), {label})"), "Pause")
        page.wait(f"{label} === 'Play'", 10)
        self.assertEqual(self.screen_hash(page), whole)

    def test_it_plays_when_it_is_opened_at_any_speed(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 60, top + 60), (left + 200, top + 60)])
        page.run("new Promise((done) => setTimeout(done, 900))")
        page.drag([(left + 60, top + 160), (left + 200, top + 160)])
        whole = self.screen_hash(page)
        seconds = self.touches(page)[-1]["time"]
        label = "document.getElementById('play-pause').getAttribute('aria-label')"
        for speed in (1, 4):
            page.run(
                f"""(() => {{
                  globalThis.start = performance.now()
                  globalThis.shown = []
                  document.getElementById('play').click()
                  const speed = document.querySelector('[aria-label=Speed]')
                  speed.value = {speed}
                  const look = () => {{
                    shown.push(Number(document.querySelector('[aria-label=Moment]').value))
                    if ({label} === 'Play') globalThis.took = performance.now() - start
                    else requestAnimationFrame(look)
                  }}
                  globalThis.took = undefined
                  look()
                }})()""")
            page.wait("globalThis.took !== undefined", 10)
            shown = page.run("shown")
            self.assertEqual((shown, shown[0]), (sorted(shown), 0))
            self.assertGreater(len(set(shown)), 4)
            self.assertAlmostEqual(page.run("took") / 1000, seconds / speed, delta=0.35)
            self.assertEqual(self.screen_hash(page), whole)
            page.key("Escape")
        self.assert_no_errors(page)

    def test_frame_by_frame(self):
        page = self.open()
        times = [0, 0.2, 0.2, 70.5, 908, 908.04]
        lines = ['{"doodle":1,"size":[200,100],"scale":1}', '{"phase":"began","point":[10,10],"time":0}']
        lines += [f'{{"phase":"moved","point":[{20 + 30 * i},{10 + 9 * i}],"time":{time}}}' for i, time in enumerate(times[1:-1])]
        lines += [f'{{"phase":"ended","point":[150,90],"time":{times[-1]}}}', ""]
        page.run(f"recorder.documents.openFiles([new File([{json.dumps(chr(10).join(lines))}], 'a.jsonl')])")
        self.click(page, "Replay")
        page.key("Home")
        moment = "Number(document.querySelector('[aria-label=Moment]').value)"
        page.run("recorder.replay.pause()")
        page.key("Home")
        for key, time, clock in [
            (".", 0.2, "0:00"), ("ArrowRight", 70.5, "1:10"), (".", 908, "15:08"), (",", 70.5, "1:10"), (".", 908, "15:08"),
            (".", 908.04, "15:08"), (".", 908.04, "15:08"), (",", 908, "15:08"), (",", 70.5, "1:10"), ("ArrowLeft", 0.2, "0:00"),
            (",", 0, "0:00"), (",", 0, "0:00"), ("End", 908.04, "15:08"),
        ]:
            page.key(key)
            self.assertAlmostEqual(page.run(moment), time, delta=1e-6)
            self.assertEqual(page.run("document.getElementById('time').value"), f"{clock} / 15:08")
        self.click(page, "One event back")
        self.assertAlmostEqual(page.run(moment), 908, delta=1e-6)
        with open(self.path("a.jsonl"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines[:-2]) + "\n")
        self.assertEqual(self.screen_hash(page), hash_of(self.path("a.jsonl")))
        self.click(page, "One event on")
        self.assertAlmostEqual(page.run(moment), 908.04, delta=1e-6)
        speed = "document.querySelector('[aria-label=Speed]').value"
        page.key("<")
        self.assertEqual(page.run(speed), "0.5")
        for _ in range(9):
            page.key(">")
        self.assertEqual(page.run(speed), "16")
        self.assert_no_errors(page)


class FallbackTests(RecorderTest):
    def test_without_webassembly_the_log_is_recorded_and_saved(self):
        url = self.write_page(name="refused.html", change=lambda page: page.replace("'wasm-unsafe-eval'", ""))
        page = self.open(url=url)
        self.assertIn("cannot run the engine", self.messages(page)[0])
        left, top = self.offset(page)
        page.drag([(left + 30, top + 30), (left + 190, top + 160)])
        self.assertEqual(self.touches(page)[-1]["point"], [190, 160])
        doodle("render", self.write_log(page), "-o", self.path("drawn.png"))

    def test_an_engine_that_fails_loses_no_line(self):
        page = self.open()
        left, top = self.offset(page)
        page.drag([(left + 30, top + 30), (left + 190, top + 160)])
        page.run("recorder.session.drawing.apply = () => { throw new WebAssembly.RuntimeError('unreachable') }")
        page.drag([(left + 30, top + 90), (left + 190, top + 220)])
        self.assertIn("The engine has failed", self.messages(page)[0])
        self.assertEqual(self.touches(page)[-1]["point"], [190, 220])
        self.assertEqual([line["phase"] for line in self.touches(page)].count("ended"), 2)

    def test_without_pointer_events_the_page_says_so(self):
        page = self.open()
        page.call("Page.addScriptToEvaluateOnNewDocument", source="delete window.PointerEvent")
        page.reload()
        self.wait_for_start(page)
        self.assertIn("no pointer events", self.messages(page)[0])


class AccessibilityTests(RecorderTest):
    def test_every_control_has_a_name_and_is_reached_by_the_keyboard(self):
        page = self.open()
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        roles = {"button", "radio", "slider", "menuitem", "combobox", "textbox", "ColorWell"}
        controls = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in roles]
        self.assertGreater(len(controls), 20)
        self.assertEqual([node["role"]["value"] for node in controls if not node.get("name", {}).get("value")], [])
        focused = set()
        for _ in range(60):
            page.key("Tab")
            focused.add(page.run(
                "(() => { const e = document.activeElement; return e.getAttribute('aria-label') ?? e.textContent.trim() })()"))
        for name in ["Pen", "Text", "Select", "Save", "More", "Red", "Width", "Opacity"]:
            self.assertIn(name, focused)

    def test_texts_have_the_contrast_of_aa_in_light_and_dark(self):
        for scheme in ["light", "dark"]:
            page = self.open()
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for text, ground in [("--text", "--card"), ("--faint", "--card"), ("--faint", "--ground"), ("--accent", "--tint"),
                                 ("--on-accent", "--accent"), ("--warning", "--ground"), ("--text", "--tint")]:
                colors = [page.run(f"getComputedStyle(document.documentElement).getPropertyValue('{name}').trim()") for name in (text, ground)]
                self.assertGreaterEqual(contrast(*colors), 4.5, f"{text} on {ground}, {scheme}: {colors}")


def contrast(one, other):
    """WCAG 2.2, contrast ratio."""

    def luminance(color):
        parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


if __name__ == "__main__":
    unittest.main()
