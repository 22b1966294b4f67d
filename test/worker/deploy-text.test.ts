import assert from 'node:assert/strict'
import type { VersionStanding } from '#platform/temporal-deployment.ts'
import { deploymentText, misfitsText } from '#worker/deploy-text.ts'

const version: VersionStanding = {
  buildId: 'a',
  role: 'former',
  rampPercentage: 0,
  workers: 1,
  openRuns: 3,
  pinnedRuns: 2,
}

describe('what a deployment’s standing says to people', () => {
  const sentences: readonly [Partial<VersionStanding>, string][] = [
    [{ role: 'current', workers: 2 }, 'current; 2 workers, 3 open runs, 2 of them pinned.'],
    [
      { role: 'current', workers: 0 },
      'current; 0 workers, 3 open runs, 2 of them pinned. Its runs wait: start its workers, or make another version current.',
    ],
    [
      { role: 'ramping', rampPercentage: 5 },
      'ramping, 5 % of new runs; 1 worker, 3 open runs, 2 of them pinned.',
    ],
    [
      { role: 'new', openRuns: 0, pinnedRuns: 0 },
      'new, never current; 1 worker, 0 open runs, 0 of them pinned.',
    ],
    [
      {},
      'draining; 1 worker, 3 open runs, 2 of them pinned. Keep its workers until these have ended.',
    ],
    [
      { workers: 0 },
      'draining; 0 workers, 3 open runs, 2 of them pinned. Nobody runs their code: start its workers, or npm run deploy -- move a',
    ],
    [
      { openRuns: 1, pinnedRuns: 0 },
      'drained; 1 worker, 1 open run, 0 of them pinned. Its workers may be stopped.',
    ],
    [
      { workers: 0, openRuns: 0, pinnedRuns: 0 },
      'drained; 0 workers, 0 open runs, 0 of them pinned.',
    ],
  ]
  for (const [change, sentence] of sentences) {
    it(sentence, () => {
      const versions = [{ ...version, ...change }]
      const text = deploymentText('payments', { current: 'a', versions, runsInTrouble: 0 })
      assert.deepEqual(text.split('\n'), [
        'Deployment payments. New runs go to a.',
        `  a  ${sentence}`,
        'No run is in trouble.',
      ])
    })
  }

  it('names runs in trouble, and twenty runs at most', () => {
    const text = deploymentText('payments', { current: undefined, versions: [], runsInTrouble: 3 })
    assert.match(text, /workers without a version\.\n3 runs are in trouble: temporal workflow list/)
    const ids = Array.from({ length: 22 }, (_, at) => `payout/${at}`)
    assert.match(misfitsText(ids), /payout\/19\n {2}… and 2 more\.$/)
    assert.equal(misfitsText([]), '')
  })
})
