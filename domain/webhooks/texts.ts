/** For what a merchant calls a webhook or a listener, in characters. */
export const webhookLabelLengthMax = 255
/** What is kept of a receiver's answer, in characters (docs/webhooks.md#attempts). */
export const extractLengthMax = 500
