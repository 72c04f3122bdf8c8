import { round, round2 } from "../_shared/round.ts";
import { internalRateOfReturn, netPresentValue, paybackYears } from "./cashFlow.ts";

/** An investment and what it is expected to bring. All amounts are in one currency, rates are per cent a year. */
export interface Investment {
  /** The ISO 4217 code of the currency; none where it does not matter. */
  currency?: string | undefined;
  initialInvestment: number;
  annualBenefit: number;
  annualCost: number;
  years: number;
  discountRate: number;
  benefitGrowth: number;
  costGrowth: number;
  residualValue: number;
}

/** The return on an investment, in all and year by year. Nothing is rounded before the last step. */
export function calculateRoi(input: Investment) {
  const rate = input.discountRate / 100;
  const years = Array.from({ length: input.years }, (_, index) => {
    const benefit = input.annualBenefit * (1 + input.benefitGrowth / 100) ** index;
    const cost = input.annualCost * (1 + input.costGrowth / 100) ** index;
    return { year: index + 1, benefit, cost, operating: benefit - cost };
  });
  const cashFlows = [-input.initialInvestment, ...years.map(({ operating }) => operating)];
  cashFlows[input.years]! += input.residualValue;

  let cumulative = 0;
  let cumulativePresent = 0;
  const yearlyResults = cashFlows.map((netCashFlow, year) => {
    const presentValue = netCashFlow / (1 + rate) ** year;
    cumulative += netCashFlow;
    cumulativePresent += presentValue;
    const last = year === input.years ? input.residualValue : 0;
    return {
      year,
      benefit: round2((years[year - 1]?.benefit ?? 0) + last),
      cost: round2(year === 0 ? input.initialInvestment : years[year - 1]!.cost),
      netCashFlow: round2(netCashFlow),
      cumulativeCashFlow: round2(cumulative),
      presentValue: round2(presentValue),
      cumulativePresentValue: round2(cumulativePresent),
    };
  });

  const operating = years.map((year) => year.operating);
  const discounted = operating.map((inflow, index) => inflow / (1 + rate) ** (index + 1));
  const internalRate = internalRateOfReturn(cashFlows);
  const payback = paybackYears(input.initialInvestment, operating, input.residualValue);
  const discountedPayback = paybackYears(
    input.initialInvestment,
    discounted,
    input.residualValue / (1 + rate) ** input.years,
  );
  return {
    ...(input.currency !== undefined && { currency: input.currency }),
    summary: {
      netPresentValue: round2(netPresentValue(rate, cashFlows)),
      internalRateOfReturn: internalRate === null ? null : round(internalRate * 100, 2),
      paybackYears: payback === null ? null : round(payback, 2),
      discountedPaybackYears: discountedPayback === null ? null : round(discountedPayback, 2),
      returnOnInvestment: round((cumulative / input.initialInvestment) * 100, 2),
      netGain: round2(cumulative),
    },
    yearlyResults,
  };
}
