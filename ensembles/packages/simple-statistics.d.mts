export {
  linearRegression,
  mean,
  rSquared,
  sampleCorrelation,
  sampleVariance,
  sum,
} from 'simple-statistics';
