/** A setting that prevents a program of the service from running. Names the setting and says what to do. */
export class SettingsProblem extends Error {
  override readonly name = "SettingsProblem";
}
