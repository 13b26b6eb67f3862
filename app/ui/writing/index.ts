// Enhancements for writing long texts: tools, a live preview, drafts; and the picture library. All listen on
// the window and write only into elements that React does not manage.

import { startDrafts } from "./drafts";
import { startLibrary } from "./library-choices";
import { startPreview } from "./preview";
import { startTools } from "./tools";

startTools();
startPreview();
startDrafts();
startLibrary();
