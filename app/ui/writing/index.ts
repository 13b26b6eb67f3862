// What a form gains from script while a long text is written in it: tools, a preview that keeps up, a draft; and the picture library. Everything
// listens at the window and looks for the form when there is something to do; it writes only into what React leaves alone.

import { startDrafts } from "./drafts";
import { startLibrary } from "./library-choices";
import { startPreview } from "./preview";
import { startTools } from "./tools";

startTools();
startPreview();
startDrafts();
startLibrary();
