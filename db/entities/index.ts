import * as mail from './mail.ts'
import * as merchants from './merchants.ts'
import * as people from './people.ts'
import * as terminals from './terminals.ts'
import * as tariffs from './tariffs.ts'
import * as operators from './operators.ts'
import * as paymentLinks from './payment-links.ts'
import * as checkouts from './checkouts.ts'
import * as quotes from './quotes.ts'
import * as transactions from './transactions.ts'
import * as refunds from './refunds.ts'
import * as payouts from './payouts.ts'
import * as standingOrders from './standing-orders.ts'
import * as notifications from './notifications.ts'
import * as ledger from './ledger.ts'
import * as webhooks from './webhooks.ts'
import * as closings from './closings.ts'
import * as reconciliation from './reconciliation.ts'
import * as ledgerProofs from './ledger-proofs.ts'
import * as runs from './runs.ts'
import * as figures from './figures.ts'
import * as notices from './notices.ts'
import * as apiCalls from './api-calls.ts'
import * as processes from './processes.ts'
import * as sandboxOperator from './sandbox-operator.ts'
import * as retention from './retention.ts'
import * as search from './search.ts'
import * as cases from './cases.ts'
import * as signUps from './sign-ups.ts'

/** Every table: a statement can name no other. */
export const entities = [
  ...Object.values(merchants),
  ...Object.values(people),
  ...Object.values(mail),
  ...Object.values(terminals),
  ...Object.values(tariffs),
  ...Object.values(operators),
  ...Object.values(paymentLinks),
  ...Object.values(checkouts),
  ...Object.values(quotes),
  ...Object.values(transactions),
  ...Object.values(refunds),
  ...Object.values(payouts),
  ...Object.values(standingOrders),
  ...Object.values(notifications),
  ...Object.values(ledger),
  ...Object.values(webhooks),
  ...Object.values(closings),
  ...Object.values(reconciliation),
  ...Object.values(ledgerProofs),
  ...Object.values(runs),
  ...Object.values(figures),
  ...Object.values(notices),
  ...Object.values(apiCalls),
  ...Object.values(processes),
  ...Object.values(sandboxOperator),
  ...Object.values(retention),
  ...Object.values(search),
  ...Object.values(cases),
  ...Object.values(signUps),
]
