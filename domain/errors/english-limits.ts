import type { EnglishHelp } from './entry.ts'
import type { limitErrors } from './limits.ts'

/** Cause and remedy of each refusal for want of room, in English. */
export const limitHelp: EnglishHelp<typeof limitErrors> = {
  link_words_too_many: [
    'A short address stays with its link for ever, and all merchants share them.',
    'Use the ordinary address of the link, or a link that already has a short one.',
  ],
  payout_files_too_many: [
    'A service can have at most twenty files that were sent and are not finished.',
    'Wait until a file is finished, or cancel one.',
  ],
  standing_orders_too_many: [
    'A service can have at most twenty standing orders.',
    'End one that you no longer need, or pay by file.',
  ],
  authorized_accounts_too_many: [
    'At most five hundred accounts of a service can wait to be verified.',
    'Wait until our staff has verified some, or remove those that you no longer need.',
  ],
}
