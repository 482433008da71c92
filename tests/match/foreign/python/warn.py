import warnings

warnings.warn('dtype float64 is not available and will be truncated')
