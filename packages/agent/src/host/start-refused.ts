/** The session cannot start; its message is all that the person is told. */
export class StartRefused extends Error {}
