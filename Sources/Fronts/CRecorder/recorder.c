#include "CRecorder.h"

// https://www.open-std.org/jtc1/sc22/wg14/www/docs/n3017.htm; clang has it in older versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t page[] = {
#embed "../Recorder/Page/recorder.html"
};
static const uint8_t style[] = {
#embed "../Recorder/Page/recorder.css"
};
static const uint8_t engine_module[] = {
#embed "../Web/doodle.mjs"
};
static const uint8_t pointers[] = {
#embed "../Recorder/Page/pointers.js"
};
static const uint8_t sounds[] = {
#embed "../Recorder/Page/sounds.js"
};
static const uint8_t remembered[] = {
#embed "../Recorder/Page/remembered.js"
};
static const uint8_t tools[] = {
#embed "../Recorder/Page/tools.js"
};
static const uint8_t geometry[] = {
#embed "../Recorder/Page/geometry.js"
};
static const uint8_t png[] = {
#embed "../Recorder/Page/png.js"
};
static const uint8_t files[] = {
#embed "../Recorder/Page/files.js"
};
static const uint8_t fallback_engine[] = {
#embed "../Recorder/Page/fallback-engine.js"
};
static const uint8_t growing_engine[] = {
#embed "../Recorder/Page/growing-engine.js"
};
static const uint8_t empty_font[] = {
#embed "../Recorder/Page/empty-font.js"
};
static const uint8_t font_faces[] = {
#embed "../Recorder/Page/font-faces.js"
};
static const uint8_t font_storage[] = {
#embed "../Recorder/Page/font-storage.js"
};
static const uint8_t fonts[] = {
#embed "../Recorder/Page/fonts.js"
};
static const uint8_t page_logs[] = {
#embed "../Recorder/Page/page-logs.js"
};
static const uint8_t controls[] = {
#embed "../Recorder/Page/controls.js"
};
static const uint8_t saved_drawings[] = {
#embed "../Recorder/Page/saved-drawings.js"
};
static const uint8_t undo_groups[] = {
#embed "../Recorder/Page/undo-groups.js"
};
static const uint8_t transplant[] = {
#embed "../Recorder/Page/transplant.js"
};
static const uint8_t session[] = {
#embed "../Recorder/Page/session.js"
};
static const uint8_t pages[] = {
#embed "../Recorder/Page/pages.js"
};
static const uint8_t view[] = {
#embed "../Recorder/Page/view.js"
};
static const uint8_t surface[] = {
#embed "../Recorder/Page/surface.js"
};
static const uint8_t storage[] = {
#embed "../Recorder/Page/storage.js"
};
static const uint8_t autosave[] = {
#embed "../Recorder/Page/autosave.js"
};
static const uint8_t player[] = {
#embed "../Recorder/Page/player.js"
};
static const uint8_t animation[] = {
#embed "../Recorder/Page/animation.js"
};
static const uint8_t film[] = {
#embed "../Recorder/Page/film.js"
};
static const uint8_t menu[] = {
#embed "../Recorder/Page/menu.js"
};
static const uint8_t earlier_drawings[] = {
#embed "../Recorder/Page/earlier-drawings.js"
};
static const uint8_t papers[] = {
#embed "../Recorder/Page/papers.js"
};
static const uint8_t background[] = {
#embed "../Recorder/Page/background.js"
};
static const uint8_t picture_places[] = {
#embed "../Recorder/Page/picture-places.js"
};
static const uint8_t picture_files[] = {
#embed "../Recorder/Page/picture-files.js"
};
static const uint8_t file_kinds[] = {
#embed "../Recorder/Page/file-kinds.js"
};
static const uint8_t companions[] = {
#embed "../Recorder/Page/companions.js"
};
static const uint8_t local_fonts[] = {
#embed "../Recorder/Page/local-fonts.js"
};
static const uint8_t font_choice[] = {
#embed "../Recorder/Page/font-choice.js"
};
static const uint8_t log_files[] = {
#embed "../Recorder/Page/log-files.js"
};
static const uint8_t documents[] = {
#embed "../Recorder/Page/documents.js"
};
static const uint8_t dragging[] = {
#embed "../Recorder/Page/dragging.js"
};
static const uint8_t colors[] = {
#embed "../Recorder/Page/colors.js"
};
static const uint8_t selection_view[] = {
#embed "../Recorder/Page/selection-view.js"
};
static const uint8_t selecting[] = {
#embed "../Recorder/Page/selecting.js"
};
static const uint8_t style_bar[] = {
#embed "../Recorder/Page/style.js"
};
static const uint8_t entry[] = {
#embed "../Recorder/Page/entry.js"
};
static const uint8_t texts[] = {
#embed "../Recorder/Page/texts.js"
};
static const uint8_t canvas_input[] = {
#embed "../Recorder/Page/canvas-input.js"
};
static const uint8_t microphone[] = {
#embed "../Recorder/Page/microphone.js"
};
static const uint8_t keys[] = {
#embed "../Recorder/Page/keys.js"
};
static const uint8_t context_menu[] = {
#embed "../Recorder/Page/context-menu.js"
};
static const uint8_t page_exports[] = {
#embed "../Recorder/Page/exports.js"
};
static const uint8_t save_dialog[] = {
#embed "../Recorder/Page/save-dialog.js"
};
static const uint8_t key_list[] = {
#embed "../Recorder/Page/key-list.js"
};
static const uint8_t eraser_ring[] = {
#embed "../Recorder/Page/eraser-ring.js"
};
static const uint8_t turning[] = {
#embed "../Recorder/Page/turning.js"
};
static const uint8_t page_edge[] = {
#embed "../Recorder/Page/page-edge.js"
};
static const uint8_t page_strip[] = {
#embed "../Recorder/Page/page-strip.js"
};
static const uint8_t bars[] = {
#embed "../Recorder/Page/bars.js"
};
static const uint8_t replay[] = {
#embed "../Recorder/Page/replay.js"
};
static const uint8_t incoming[] = {
#embed "../Recorder/Page/incoming.js"
};
static const uint8_t state[] = {
#embed "../Recorder/Page/state.js"
};
static const uint8_t recorder[] = {
#embed "../Recorder/Page/recorder.js"
};
static const uint8_t start[] = {
#embed "../Recorder/Page/start.js"
};

#define FILE(bytes) {bytes, sizeof bytes}

static const crecorder_file all[] = {
    FILE(page), FILE(style), FILE(engine_module), FILE(pointers), FILE(sounds), FILE(remembered), FILE(tools), FILE(geometry),
    FILE(png), FILE(files), FILE(fallback_engine), FILE(growing_engine), FILE(empty_font), FILE(font_faces), FILE(font_storage), FILE(fonts), FILE(page_logs), FILE(controls), FILE(saved_drawings), FILE(undo_groups), FILE(transplant), FILE(session), FILE(pages), FILE(view), FILE(surface), FILE(storage), FILE(autosave),
    FILE(player), FILE(film), FILE(animation), FILE(menu), FILE(earlier_drawings), FILE(papers), FILE(background), FILE(picture_places), FILE(picture_files), FILE(file_kinds), FILE(companions), FILE(local_fonts), FILE(font_choice), FILE(log_files), FILE(documents), FILE(dragging),
    FILE(colors), FILE(selection_view), FILE(selecting), FILE(style_bar), FILE(entry), FILE(texts), FILE(canvas_input), FILE(microphone), FILE(keys), FILE(context_menu), FILE(page_exports), FILE(save_dialog), FILE(key_list), FILE(eraser_ring), FILE(turning), FILE(page_edge), FILE(page_strip), FILE(bars), FILE(replay), FILE(incoming), FILE(state), FILE(recorder), FILE(start),
};
const size_t crecorder_file_count = sizeof all / sizeof *all;

const crecorder_file *crecorder_first_file(void) { return all; }

// The Makefile builds the engine first. After a plain `swift build` it is missing.
#if __has_embed("../../../build/first.wasm.gz") == 1
static const uint8_t first[] = {
#embed "../../../build/first.wasm.gz"
};
const crecorder_file crecorder_engine = FILE(first);
#else
const crecorder_file crecorder_engine = {page, 0};
#endif
#if __has_embed("../../../build/rest.wasm.gz") == 1
static const uint8_t rest[] = {
#embed "../../../build/rest.wasm.gz"
};
const crecorder_file crecorder_rest = FILE(rest);
#else
const crecorder_file crecorder_rest = {page, 0};
#endif
