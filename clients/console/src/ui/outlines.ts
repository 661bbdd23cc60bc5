/** Outlines in a square of 24, drawn with the colour of the text. */
export const outlines = {
  solid:
    "M12 2l8.7 5v10L12 22l-8.7-5V7zM12 7l5 3.6-1.9 5.9H8.9L7 10.600zM12 2v5M20.700 7L17 10.600M15.100 16.500L17.500 19M8.900 16.500L6.500 19M3.300 7L7 10.600",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  light: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  dark: "M20 14.500A8.500 8.500 0 119.500 4a7 7 0 0010.500 10.500z",
  person: "M12 4a4 4 0 100 8 4 4 0 000-8zM4 21c1-4 4-6 8-6s7 2 8 6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M4 12.500l5 5L20 6.500",
  warning: "M12 3l10 18H2zM12 10v5M12 18v.5",
  search: "M10.500 4a6.500 6.500 0 100 13 6.500 6.500 0 000-13zM15.500 15.500L21 21",
  download: "M12 3v12M7 10l5 5 5-5M4 20h16",
} as const;

export type IconName = keyof typeof outlines;
