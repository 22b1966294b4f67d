import assert from 'node:assert/strict'
import { wordsOf } from '#test/support/payer.ts'
import type { PortalReader } from '#test/support/portal.ts'

export const linkList = '/portail/liens'
export const newLink = '/portail/liens/nouveau'

/** A form as a browser sends it that nobody filled in beyond what a link needs. */
export const simpleLink = {
  titre: 'Panier',
  prix: 'fixe',
  montant: '12 500',
  devise: 'XOF',
  usage: 'plusieurs',
}

/** Makes a link by its form, with these changes; the path of its page. */
export async function madeLink(
  reader: PortalReader,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, location, text } = await reader.send(newLink, { ...simpleLink, ...fields })
  assert.equal(status, 303, wordsOf({ text }))
  return location ?? ''
}

/** The id of the link whose page this is. */
export const linkIdOf = (path: string): string => path.slice(-36)
