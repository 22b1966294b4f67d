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
  authorized_account_limit_reached: [
    'A service can have at most ten thousand authorized accounts in each mode, those to be verified included.',
    'Revoke those that you no longer need.',
  ],
  terminals_too_many: [
    'A service can have at most a thousand terminals in each mode, disabled ones included.',
    'Delete those that you no longer need.',
  ],
  points_of_sale_too_many: [
    'A name that is not known yet creates a point of sale, and a service can have at most five hundred in each mode.',
    'Use the name of an existing point of sale.',
  ],
  cashiers_too_many: [
    'A name that is not known yet creates a cashier, and a service can have at most two thousand.',
    'Use the name, or the id, of an existing cashier.',
  ],
  api_keys_too_many: [
    'At most twenty keys of a kind can work at the same time, old ones included.',
    'Wait until the old ones expire, or let them expire at once.',
  ],
  members_too_many: [
    'A team can have at most five hundred people, not counting disabled accounts.',
    'Disable the accounts that you no longer need.',
  ],
  payment_links_too_many: [
    'A service can create at most twenty thousand links in 24 hours in each mode.',
    'Wait for the time in the Retry-After header, or request the payment without a link.',
  ],
}
