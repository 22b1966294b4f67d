import type { KeyKind } from '#domain/transactions/transaction.ts'

/** Names of the kinds of keys. */
export const keyNames: Readonly<Record<KeyKind, string>> = {
  secret: 'Clé secrète',
  public: 'Clé publique',
  terminal: 'Clé de terminal',
  session: 'Jeton de caisse',
}

/** A key's name, distinguished from others of its kind by its last characters. */
export function keyText({
  kind,
  last4,
}: {
  readonly kind: KeyKind
  readonly last4: string
}): string {
  return `${keyNames[kind]} …${last4}`
}
