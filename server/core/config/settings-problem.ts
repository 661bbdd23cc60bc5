/** A setting with which the service cannot start, found while it starts. Names the setting and says what to do. */
export class SettingsProblem extends Error {
  override readonly name = "SettingsProblem";
}
