// @module-tag slow/sdks

import { typescriptDriver } from "../drivers/typescript/driver.ts";
import { describeBehaviour } from "./behaviour.ts";

describeBehaviour(typescriptDriver);
