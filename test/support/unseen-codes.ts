import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorCode, errorTable } from '#domain/errors/errors.ts'

/**
 * Refusals of use cases that only pages lead to, which have their own texts, or that only a race or a restored database
 * reaches: their own tests cover them.
 */
const refusedByCommands: readonly ErrorCode[] = [
  'api_keys_too_many',
  'authorized_account_exists',
  'authorized_account_limit_reached',
  'authorized_account_not_found',
  'authorized_accounts_too_many',
  'case_taken',
  'changed_meanwhile',
  'delivery_not_found',
  'delivery_not_retryable',
  'invalid_link_word',
  'invalid_logo',
  'invalid_passkey',
  'invalid_password_code',
  'invalid_sign_up_code',
  'last_administrator',
  'link_word_taken',
  'link_words_too_many',
  'live_mode_not_open',
  'live_opening_not_found',
  'members_too_many',
  'nothing_to_replay',
  'payout_file_not_found',
  'payout_file_repeated',
  'payout_files_too_many',
  'point_of_sale_not_found',
  'points_of_sale_too_many',
  'refund_amount_too_large',
  'refund_may_have_left',
  'replay_in_progress',
  'replay_not_found',
  'standing_order_not_found',
  'standing_orders_too_many',
  'webhook_disabled',
]

/** Error codes that no test of a run received; `folder` is where `whole-run.ts` wrote. */
export async function unseenCodes(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  const lists = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const seen = lists.flatMap((list) => JSON.parse(list) as string[])
  const known = new Set<string>([...seen, ...refusedByCommands])
  return Object.keys(errorTable).filter((code) => !known.has(code))
}
