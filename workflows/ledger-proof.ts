import { setCurrentDetails, uuid4 } from '@temporalio/workflow'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import type { LedgerProofInput, ProofStanding } from './contract.ts'
import { proveLedger } from './proxies.ts'

/** How many workers may stop, one after the other, during one check. */
const takeoversMax = 100

/** Checks the whole ledger against its rules: each night by a Temporal Schedule, and when staff requests it. */
export async function ledgerProof({
  proofId = asId<LedgerProofId>(uuid4()),
}: LedgerProofInput): Promise<ProofStanding> {
  setCurrentDetails('Checks the ledger.')
  let standing = await proveLedger({ proofId })
  for (let takeovers = 0; standing.state === 'running' && takeovers < takeoversMax; takeovers += 1)
    standing = await proveLedger({ proofId })
  setCurrentDetails(`Ended: ${standing.state}, ${standing.differences} differences.`)
  return standing
}
