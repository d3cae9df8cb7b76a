import { errorCode } from "../../system/error-code.ts";
import { DeliveryError } from "./destination.ts";

/** Loads packages that a destination needs and Hookline does not bring; says which to install where one is missing. */
export async function loadPackages<T>(
  type: string,
  names: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND" && errorCode(error) !== "MODULE_NOT_FOUND") throw error;
    const which = names.length === 1 ? "a package that is" : "packages that are";
    throw new DeliveryError(
      `the ${type} destination needs ${which} not installed: run "npm install ${names.join(" ")}" beside hookline`,
    );
  }
}
