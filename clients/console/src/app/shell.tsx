import type { ComponentChildren } from "preact";
import { account } from "../account/account.ts";
import { EndingNotice } from "../account/ending-notice.tsx";
import { AccountMenu } from "../account/menu.tsx";
import { BrowserNotice } from "../browser/browser-notice.tsx";
import { Icon } from "../ui/icon.tsx";
import { pages } from "./pages.ts";
import { place } from "./router.ts";
import { isSectionThere, sections } from "./sections.ts";
import { ThemeChoice } from "./theme-choice.tsx";

/** The frame of all pages: links to the sections, the account and the theme. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/" aria-label="Platonic, overview">
          <Icon name="solid" />
          <span>Platonic</span>
        </a>
        <nav aria-label="Sections">
          <ul>
            {sections.filter(isShown).map(({ path, label }) => (
              <li key={path}>
                <a href={path} aria-current={isWithin(path) ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="top-end">
          <ThemeChoice />
          <AccountMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <BrowserNotice />
        <EndingNotice />
        {children}
      </main>
    </>
  );
}

/** Whether a section exists and is of use to the user. */
function isShown(section: (typeof sections)[number]): boolean {
  const isOfUse = section.forOperators !== true || account.value.kind === "key";
  return isOfUse && isSectionThere(section, Object.keys(pages));
}

function isWithin(path: string): boolean {
  const { pathname } = place.value;
  return pathname === path || pathname.startsWith(`${path}/`);
}
