import { render } from "preact";
import { openAccount } from "./account/session-changes.ts";
import { App } from "./app/app.tsx";
import { followLinks } from "./app/router.ts";
import { applyTheme } from "./app/theme.ts";
import "./ui/styles.css";

applyTheme();
followLinks();
await openAccount();
render(<App />, document.getElementById("root") as HTMLElement);
