import type { ComponentType } from "preact";
import { type PagePath, pages } from "./pages.ts";

/** A page of the application. */
export interface Route {
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** The modules of the pages, each loaded when it is first shown. */
const modules: Readonly<Record<PagePath, Route["load"]>> = {
  "/": () => import("../overview/page.tsx"),
  "/sign-in": () => import("../account/page.tsx"),
};

export const routes: readonly Route[] = (Object.keys(pages) as PagePath[]).map((path) => {
  return { path, title: pages[path], load: modules[path] };
});

export function routeOf(path: string): Route | undefined {
  return routes.find((route) => route.path === path);
}

export function isPage(path: string): boolean {
  return routeOf(path) !== undefined;
}
