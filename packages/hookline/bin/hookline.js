#!/usr/bin/env node
// The command under the name that it had; Node starts a file that ends with .cjs without looking for what kind of module it is.
"use strict";
require("./hookline.cjs");
