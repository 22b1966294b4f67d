import type { KeyKind } from '#domain/transactions/transaction.ts'

/** The kinds of keys, as people call them. */
export const keyNames: Readonly<Record<KeyKind, string>> = {
  secret: 'Clé secrète',
  public: 'Clé publique',
  terminal: 'Clé de terminal',
  session: 'Jeton de caisse',
}

/** One key, told from others of its kind by its end. */
export function keyText({
  kind,
  last4,
}: {
  readonly kind: KeyKind
  readonly last4: string
}): string {
  return `${keyNames[kind]} …${last4}`
}
