import assert from 'node:assert/strict'
import { join } from 'node:path'
import { errorTable, failureCodes } from '#domain/errors/errors.ts'
import { operators } from '#domain/operators/operators.ts'
import { sandboxOutcomes } from '#domain/sandbox/outcomes.ts'
import { eventWords } from '#domain/webhooks/event-names.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { typingFaults } from './support/french.ts'
import { codeRules } from './support/tidy-code-rules.ts'
import { docRules } from './support/tidy-doc-rules.ts'
import { filesOf, readTree, type Tree, withFiles } from './support/tidy-tree.ts'

describe('the house is tidy', () => {
  let tree: Tree
  before(() => (tree = readTree(join(import.meta.dirname, '..'))))

  for (const rule of [...codeRules, ...docRules]) {
    it(`${rule.name}`, () => {
      assert.deepEqual(rule.findings(tree), [])
      // A rule that cannot fail keeps nothing: each planted violation is found, and only through what was planted.
      for (const violation of rule.violations) {
        const found = rule.findings(withFiles(tree, violation))
        assert.notDeepEqual(found, [], `not found: ${JSON.stringify(violation)}`)
      }
    })
  }

  it('every error code is used by a source', () => {
    const isUsed = usedCodes(tree)
    const unused = Object.keys(errorTable).filter((code) => !isUsed(code))
    assert.deepEqual(unused, [])
    const without = withFiles(tree, { 'http/admission.ts': '' })
    assert.ok(isUsed('key_not_allowed') && !usedCodes(without)('key_not_allowed'))
  })

  it('French texts have typographic apostrophes, and a no-break space before : ; ! ? and within « »', () => {
    for (const [place, text] of frenchTexts()) {
      assert.deepEqual(typingFaults(text), [], `${place}: ${text}`)
    }
    assert.ok(frenchTexts().length > 300)
    for (const wrong of [
      "l'opérateur",
      'Attention : stop',
      'Vraiment ?',
      'Oui ! Non',
      'un ; deux',
    ]) {
      assert.equal(typingFaults(wrong).length, 1, wrong)
    }
    assert.equal(typingFaults('« auto »').length, 2)
    assert.deepEqual(typingFaults('L’heure\u00A0: «\u00A0midi\u00A0»\u00A0! Content-Type: x'), [])
  })
})

/** Whether a code stands in quotes in a source other than the tables themselves. */
function usedCodes(tree: Tree): (code: string) => boolean {
  const tables = /^(domain\/errors\/(?!errors|result).*|api\/(docs\/refusals|[^/]+\/about))\.ts$/
  const sources = filesOf(
    tree,
    /^(domain|db|use-cases|activities|http|api|server|worker|web)\/.*\.tsx?$/,
    tables,
  )
  // What a description lists is not used by that.
  const text = sources
    .map(([, source]) => source)
    .join('\n')
    .replaceAll(/codes: \[[^\]]*\]/g, '')
  return (code) => text.includes(`'${code}'`)
}

function frenchTexts(): [place: string, text: string][] {
  const entries: [string, object][] = [
    ...Object.entries(errorTable),
    ...Object.entries(failureCodes),
    ...webhookEventTypes.map(({ code, label, description }): [string, object] => [
      code,
      { label, description },
    ]),
    ...operators.map(({ code, approvalInstructions }): [string, object] => [
      code,
      { approvalInstructions },
    ]),
    ...Object.entries(sandboxOutcomes.fr),
    ['eventWords.groups', eventWords.fr.groups],
  ]
  const proseOf = ([place, texts]: [string, object]): [string, string][] =>
    Object.entries(texts)
      .filter((field): field is [string, string] => typeof field[1] === 'string')
      .filter(([name]) => name !== 'type')
      .map(([name, text]) => [`${place}.${name}`, text])
  return entries.flatMap(proseOf)
}
