// Says what is missing and ends.
console.error("one\ntwo\nthree\n\u001b[31mDATABASE_URL is not set\u001b[0m");
process.exitCode = 7;
