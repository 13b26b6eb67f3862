/** What some briefs show below their words, in Markdown: what an article can have besides paragraphs. */
export const IN_FIGURES: Record<string, string> = {
  NVDA: `## What we watch

chart SMH 2y

| Quarter | Sales, bn | Growth | Gross margin |
| --- | ---: | ---: | ---: |
| Two ago | 41.2 | 14% | 73.8% |
| Last | 46.7 | 13% | 74.1% |
| Next, we expect | 50.9 | 9% | 74.0% |

> We have the machines in a warehouse and the transformer on a ship.
>
> A buyer of data halls, in a call with us

Three things would move the figure:

1. a grid connection that comes early, of which two of eleven have;
2. a customer that puts machines in halls it has already lit;
3. the next product, which draws **a third more** power for each rack.`,
  ASML: `## In figures

chart ASML 2y

- 7.1 billion euros of orders, *two thirds* of them from makers of logic
- 5,600 machines in the field, each worth 1.2 million a year in service
- eight of the newest tools a year, and not one more`,
  CCJ: `## The contract, as far as it is known

chart CCJ 2y

| Term | What was said |
| --- | --- |
| Years | 11 |
| Floor | 74 dollars a pound |
| Ceiling | not disclosed |`,
  DE: `## Stocks at dealers

chart CAT 2y

> It is the emptiest lot I have had since my father ran it.`,
};
