import { z } from "zod";
import { settings } from "../../core/config/settings.ts";

/** Settings of the console, the web application that the port serves next to the API. */
export const consoleSettings = settings({
  variables: {
    CONSOLE: z.enum(["on", "off"]).default("on").describe("`off`: the port serves only the API, without web pages"),
  },
  read: (read) => ({ isOn: read.CONSOLE === "on" }),
});
