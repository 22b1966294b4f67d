import { setCurrentDetails, uuid4 } from '@temporalio/workflow'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import type { LedgerProofInput, ProofStanding } from './contract.ts'
import { proveLedger } from './proxies.ts'

/** Workers that stop one after the other, in the middle of one proof. */
const takeoversMax = 100

/** Proves that the books hold what they must: each night by Temporal's own schedule, and when the staff orders it. */
export async function ledgerProof({
  proofId = asId<LedgerProofId>(uuid4()),
}: LedgerProofInput): Promise<ProofStanding> {
  setCurrentDetails('Proves the books.')
  let standing = await proveLedger({ proofId })
  for (let takeovers = 0; standing.state === 'running' && takeovers < takeoversMax; takeovers += 1)
    standing = await proveLedger({ proofId })
  setCurrentDetails(`Ended: ${standing.state}, ${standing.differences} differences.`)
  return standing
}
