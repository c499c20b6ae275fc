/**
 * What our server offers beyond the core calls (API-1). The server lists its capabilities in
 * the page's `<meta name="capabilities">`, and the console uses only those listed. `sessions`: sign-out ends the session
 * on the server, and users see their sessions. `book-once`: booking a price
 * twice makes one consignment. `orders-by-code`: the list of orders takes codes. `changes`: changes are streamed.
 * `history`: orders and consignments have a history, and printed labels are reported. `courier-lengths`: the couriers
 * in use limit the length of a consignment's fields. `zpl-labels`: labels are also available in ZPL. `courier-rules`:
 * rules of the business mark a freight option. `printing`: the server prints on printers of the installation.
 * `csv`: lists can be exported. `another-consignment`: a shipped order can get another consignment. `dispatch`: what an
 * order's parcels will be like, which order is the next to be shipped, and skipping it. `label-batches`: the labels of
 * several consignments are one job. `end-of-day`: what couriers are handed today, its manifests and run sheets, and
 * what is late. `saved-views`: users name filters of lists. `status-search`: the search of orders finds status words that
 * are no filter, such as 'on hold'. `holds`: staff put orders on hold and release them. `taking-back`: staff undo what
 * they have just done, and take back the last step of an order. `accounts`: orders of customers who buy on account are packed
 * before they are paid. `source-changes`: staff take or leave what the source of an order changed after they had acted on it.
 * `arrivals`: what came from outside and was refused waits for staff, who mend it and take it.
 * `imports`: staff load files of records. `order-filters`: the list of orders takes days, totals, products, couriers and
 * marks. `consignment-filters`: that of consignments takes weights and services. `answers`: the figures of lists of
 * orders, and of the freight of a period. `barcodes`: products have bar codes, by which they are found and the items of an
 * order are scanned. `pick-runs`: staff fetch what several orders need in one walk. `board`: what is to be
 * done at the benches now, for their idle screen. `cartons`: the business packs in cartons of its own
 * instead of the presets. `parcel-contents`: what is in each piece of a consignment is stored, shown and printed.
 */
export const CAPABILITIES = [
  'sessions',
  'book-once',
  'orders-by-code',
  'changes',
  'history',
  'courier-lengths',
  'zpl-labels',
  'courier-rules',
  'printing',
  'csv',
  'another-consignment',
  'dispatch',
  'label-batches',
  'end-of-day',
  'saved-views',
  'status-search',
  'holds',
  'taking-back',
  'accounts',
  'source-changes',
  'arrivals',
  'imports',
  'order-filters',
  'consignment-filters',
  'answers',
  'barcodes',
  'pick-runs',
  'board',
  'cartons',
  'parcel-contents',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** Parses the content of the meta tag: names separated by spaces. Unknown names, as of a newer server, are ignored. */
export function readCapabilities(content: string): ReadonlySet<Capability> {
  const named = content.split(' ')
  return new Set(CAPABILITIES.filter((name) => named.includes(name)))
}
