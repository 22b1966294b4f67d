import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { localDay } from '#domain/text/local-day.ts'
import { useCashSessionWords } from './words.tsx'

/** The report's number, for paper and phone calls: the day it was opened and the end of its id. */
function sessionNumber({ id, openedAt }: Pick<CashSessionRecord, 'id' | 'openedAt'>): string {
  return `${localDay(openedAt).replaceAll('-', '')}-${id.replaceAll('-', '').slice(-6).toUpperCase()}`
}

/** Head of the report: the merchant's legal name, the report's number, and whether it was a test. */
export function ReportHead({
  merchant,
  session,
  isTest,
}: {
  readonly merchant: ReceiptMerchant
  readonly session: CashSessionRecord
  readonly isTest: boolean
}) {
  const words = useCashSessionWords().report
  const { publicName, address, phone, taxNumber, tradeRegister } = merchant
  const lines = [
    address,
    phone && words.phone(groupedPhone(phone)),
    taxNumber && words.taxNumber(taxNumber),
    tradeRegister && words.tradeRegister(tradeRegister),
  ].filter((line) => line !== null && line !== '')
  return (
    <header class="paper">
      <p>
        <b>{publicName}</b>
      </p>
      {lines.map((line) => (
        <p key={line} class="small">
          {line}
        </p>
      ))}
      <p>{words.number(sessionNumber(session))}</p>
      {isTest && <p>{words.specimen}</p>}
    </header>
  )
}

/** Where the cashier and the manager sign; printed only. */
export function Signatures({ cashier }: { readonly cashier: string }) {
  const words = useCashSessionWords().report
  return (
    <div class="paper">
      <p>{words.cashierSigns(cashier, line)}</p>
      <p>{words.managerSigns(line)}</p>
    </div>
  )
}

/** A line to sign on. */
const line = '_'.repeat(24)
