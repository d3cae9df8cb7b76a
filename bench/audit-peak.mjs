// Verifies the audit folder that it is given and prints what came of it and the most memory that it took.
import { verifyAll } from "hookline/audit";

const { status, chains } = verifyAll(process.argv[2]);
const records = chains.reduce((sum, chain) => sum + chain.records, 0);
console.log(JSON.stringify({ status, records, peak: process.resourceUsage().maxRSS * 1024 }));
