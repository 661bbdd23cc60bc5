/** A setting with which a program of the service cannot run. Names the setting and says what to do. */
export class SettingsProblem extends Error {
  override readonly name = "SettingsProblem";
}
